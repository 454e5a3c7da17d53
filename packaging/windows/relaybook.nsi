; SPDX-License-Identifier: GPL-3.0-or-later
; The installer for Windows. `build` passes VERSION, STAGE (the folder to install), LIST (the
; commands that remove its files), LICENSE, ICON and OUT; with SIGN, that program signs the installer
; and the uninstaller.
;
; Without a window: relaybook-VERSION-setup.exe /S [/AllUsers | /CurrentUser] [/D=FOLDER]
;                   uninstall.exe /S [/DELETEDATA]
; Exit codes: 0 done, 1 cancelled, 2 failed, 3 Relaybook is running, 4 Windows is too old

Unicode true
Target amd64-unicode
SetCompressor /SOLID lzma
ManifestDPIAware true
Name "Relaybook"
OutFile "${OUT}"
BrandingText "Relaybook ${VERSION}"

; For the user alone, which needs no administrator rights, or for all users.
!define MULTIUSER_EXECUTIONLEVEL Highest
!define MULTIUSER_MUI
!define MULTIUSER_INSTALLMODE_COMMANDLINE
!define MULTIUSER_INSTALLMODE_DEFAULT_CURRENTUSER
!define MULTIUSER_USE_PROGRAMFILES64
!define MULTIUSER_INSTALLMODE_INSTDIR "Relaybook"
!define KEY "Software\Relaybook"
!define MULTIUSER_INSTALLMODE_DEFAULT_REGISTRY_KEY "${KEY}"
!define MULTIUSER_INSTALLMODE_DEFAULT_REGISTRY_VALUENAME "Folder"
!define MULTIUSER_INSTALLMODE_INSTDIR_REGISTRY_KEY "${KEY}"
!define MULTIUSER_INSTALLMODE_INSTDIR_REGISTRY_VALUENAME "Folder"
!include MultiUser.nsh
!include MUI2.nsh
!include FileFunc.nsh
!include LogicLib.nsh
!include WinVer.nsh
!include Win\COM.nsh
!include Win\Propkey.nsh

!ifdef SIGN
    !uninstfinalize '"${SIGN}" "%1"' = 0
    !finalize '"${SIGN}" "%1"' = 0
!endif

; By this name the taskbar knows that a window belongs to the shortcut: app/programsetup.cpp gives it
; to the program.
!define APP_ID "Relaybook.Relaybook"

!define UNINSTALL_KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\Relaybook"

!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!define MUI_ABORTWARNING
!define MUI_COMPONENTSPAGE_SMALLDESC
!insertmacro MUI_PAGE_WELCOME
!insertmacro MUI_PAGE_LICENSE "${LICENSE}"
!insertmacro MULTIUSER_PAGE_INSTALLMODE
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_COMPONENTS
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE English

VIProductVersion "${VERSION}.0"
VIAddVersionKey ProductName "Relaybook"
VIAddVersionKey ProductVersion "${VERSION}"
VIAddVersionKey FileVersion "${VERSION}"
VIAddVersionKey FileDescription "Installs Relaybook"
VIAddVersionKey LegalCopyright "GPL-3.0-or-later"

; Waits for the programs in the folder $3. A program that runs can't be opened for writing. It is never
; ended from here: it may have sent an order and be waiting for the answer.
!macro waitUntilClosed UN
Function ${UN}waitUntilClosed
    again:
    ${For} $1 1 3
        ${Select} $1
        ${Case} 1
            StrCpy $0 "relaybook.exe"
        ${Case} 2
            StrCpy $0 "relaybook.com"
        ${Case} 3
            StrCpy $0 "relaybook-sandbox.exe"
        ${EndSelect}
        ${If} ${FileExists} "$3\$0"
            ClearErrors
            FileOpen $2 "$3\$0" a
            ${If} ${Errors}
                MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION \
                    "Relaybook is running. Close its window, wait until its commands have ended, and \
choose Retry.$\r$\n$\r$\nNothing has been changed, and nothing is closed for you: an order may be on \
its way." /SD IDCANCEL IDRETRY again
                SetErrorLevel 3
                Quit
            ${EndIf}
            FileClose $2
        ${EndIf}
    ${Next}
FunctionEnd
!macroend
!insertmacro waitUntilClosed ""
!insertmacro waitUntilClosed "un."

; Gives the shortcut $0 the program's name for the taskbar. If that fails, only pinning shows it.
Function nameShortcut
    !insertmacro ComHlpr_CreateInProcInstance ${CLSID_ShellLink} ${IID_IShellLink} r1 ""
    ${If} $1 P= 0
        Return
    ${EndIf}
    ${IUnknown::QueryInterface} $1 '("${IID_IPersistFile}",.r2)'
    ${If} $2 P<> 0
        ${IPersistFile::Load} $2 '("$0", ${STGM_READWRITE})'
        ${IUnknown::QueryInterface} $1 '("${IID_IPropertyStore}",.r3)'
        ${If} $3 P<> 0
            System::Call '*(&w${NSIS_MAX_STRLEN} "${APP_ID}")p.r6'
            System::Call '*${SYSSTRUCT_PROPERTYKEY}(${PKEY_AppUserModel_ID})p.r4'
            System::Call '*${SYSSTRUCT_PROPVARIANT}(${VT_LPWSTR},,p r6)p.r5'
            ${IPropertyStore::SetValue} $3 '($4,$5)'
            ${IPropertyStore::Commit} $3 ""
            System::Free $4
            System::Free $5
            System::Free $6
            ${IUnknown::Release} $3 ""
        ${EndIf}
        ${IPersistFile::Save} $2 '("$0",1)'
        ${IUnknown::Release} $2 ""
    ${EndIf}
    ${IUnknown::Release} $1 ""
FunctionEnd

Function .onInit
    SetRegView 64
    ${IfNot} ${AtLeastBuild} 18362
        MessageBox MB_OK|MB_ICONSTOP "Relaybook needs Windows 10, version 1903, or later." /SD IDOK
        SetErrorLevel 4
        Quit
    ${EndIf}
    StrCpy $0 $INSTDIR ; what /D= says, which the next line replaces
    !insertmacro MULTIUSER_INIT
    ${If} $0 != ""
        StrCpy $INSTDIR $0
    ${EndIf}
FunctionEnd

; Leaves the error flag set if nothing can be written to the folder $3.
Function tryToWrite
    ClearErrors
    FileOpen $2 "$3\relaybook-setup.tmp" w
    ${IfNot} ${Errors}
        FileClose $2
        Delete "$3\relaybook-setup.tmp"
    ${EndIf}
FunctionEnd

; Removes the version in the folder $3, if one is there: what it had and this one has not must go too.
Function removeEarlier
    ${IfNot} ${FileExists} "$3\uninstall.exe"
        Return
    ${EndIf}
    Call tryToWrite
    ${If} ${Errors}
        DetailPrint "The earlier version in $3 stays: that folder can't be written to."
        Return
    ${EndIf}
    Call waitUntilClosed
    ExecWait '"$3\uninstall.exe" /S /$MultiUser.InstallMode _?=$3' $0
    ${If} $0 != 0
        DetailPrint "The earlier version could not be removed ($0)."
        SetErrorLevel 2
        Abort
    ${EndIf}
    ; With _? the uninstaller can't remove itself, nor its folder.
    ${If} $3 != $INSTDIR
        Delete "$3\uninstall.exe"
        RMDir "$3"
    ${EndIf}
FunctionEnd

Section "-program"
    StrCpy $3 $INSTDIR
    Call waitUntilClosed
    ; Before anything is removed.
    SetOutPath "$INSTDIR"
    Call tryToWrite
    ${If} ${Errors}
        SetErrorLevel 2
        Abort "$INSTDIR can't be written to. Choose another folder, or look at the free space on the disk."
    ${EndIf}
    ; The earlier version may be in another folder: there it would stay, unknown to Windows' list.
    ReadRegStr $3 SHCTX "${KEY}" "Folder"
    ${If} $3 != ""
    ${AndIf} $3 != $INSTDIR
        Call removeEarlier
    ${EndIf}
    StrCpy $3 $INSTDIR
    Call removeEarlier
    ClearErrors
    File /r "${STAGE}/*"
    ${If} ${Errors}
        SetErrorLevel 2
        Abort "The files could not be written. Look at the free space on the disk and install again."
    ${EndIf}
    WriteUninstaller "$INSTDIR\uninstall.exe"
    CreateShortcut "$SMPROGRAMS\Relaybook.lnk" "$INSTDIR\relaybook.exe"
    StrCpy $0 "$SMPROGRAMS\Relaybook.lnk"
    Call nameShortcut
    WriteRegStr SHCTX "${KEY}" "Folder" "$INSTDIR"
    WriteRegStr SHCTX "${UNINSTALL_KEY}" "DisplayName" "Relaybook"
    WriteRegStr SHCTX "${UNINSTALL_KEY}" "DisplayVersion" "${VERSION}"
    WriteRegStr SHCTX "${UNINSTALL_KEY}" "DisplayIcon" "$INSTDIR\relaybook.exe"
    WriteRegStr SHCTX "${UNINSTALL_KEY}" "Publisher" "Relaybook"
    WriteRegStr SHCTX "${UNINSTALL_KEY}" "InstallLocation" "$INSTDIR"
    WriteRegStr SHCTX "${UNINSTALL_KEY}" "UninstallString" \
        '"$INSTDIR\uninstall.exe" /$MultiUser.InstallMode'
    WriteRegStr SHCTX "${UNINSTALL_KEY}" "QuietUninstallString" \
        '"$INSTDIR\uninstall.exe" /$MultiUser.InstallMode /S'
    WriteRegDWORD SHCTX "${UNINSTALL_KEY}" "NoModify" 1
    WriteRegDWORD SHCTX "${UNINSTALL_KEY}" "NoRepair" 1
    ${GetSize} "$INSTDIR" "/S=0K" $0 $1 $2
    WriteRegDWORD SHCTX "${UNINSTALL_KEY}" "EstimatedSize" $0
SectionEnd

; Before the program is removed, which alone knows where its secrets are: they are entries of the
; Credential Manager of the user who removes it.
Section "-un.secrets"
    Call un.removeSecrets
SectionEnd

Section "un.Relaybook" unProgram
    SectionIn RO
    StrCpy $3 $INSTDIR
    Call un.waitUntilClosed
    !include "${LIST}"
    Delete "$INSTDIR\uninstall.exe"
    RMDir "$INSTDIR"
    Delete "$SMPROGRAMS\Relaybook.lnk"
    DeleteRegKey SHCTX "${UNINSTALL_KEY}"
    DeleteRegKey SHCTX "${KEY}"
SectionEnd

; Not selected: orders, notes and settings stay unless the user says otherwise.
Section /o "un.Your data: accounts, orders, notes, settings" unData
    SetShellVarContext current
    RMDir /r "$APPDATA\relaybook"
SectionEnd

Function un.removeSecrets
    SectionGetFlags ${unData} $0
    IntOp $0 $0 & ${SF_SELECTED}
    ${If} $0 <> 0
        StrCpy $3 $INSTDIR
        Call un.waitUntilClosed
        ExecWait '"$INSTDIR\relaybook.exe" --remove-secrets' $0
        ${If} $0 <> 0
            DetailPrint "Some passwords stay in the Credential Manager ($0)."
        ${EndIf}
    ${EndIf}
FunctionEnd

Function un.onInit
    SetRegView 64
    StrCpy $0 $INSTDIR ; which the next line replaces by the folder that was installed last
    !insertmacro MULTIUSER_UNINIT
    StrCpy $INSTDIR $0
    ClearErrors
    ${GetParameters} $0
    ${GetOptions} $0 "/DELETEDATA" $1
    ${IfNot} ${Errors}
        !insertmacro SelectSection ${unData}
    ${EndIf}
FunctionEnd

!insertmacro MUI_UNFUNCTION_DESCRIPTION_BEGIN
    !insertmacro MUI_DESCRIPTION_TEXT ${unProgram} "The program. Its data is not touched."
    !insertmacro MUI_DESCRIPTION_TEXT ${unData} \
        "Everything that Relaybook has stored for you: the evidence of your orders, and the tokens in \
the Credential Manager. The tokens are not revoked at the service."
!insertmacro MUI_UNFUNCTION_DESCRIPTION_END
