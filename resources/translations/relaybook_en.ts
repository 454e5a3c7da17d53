<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en_US" sourcelanguage="en_US">
<context>
    <name>format</name>
    <message numerus="yes">
        <source>%n entries could not be read</source>
        <translation>
            <numerusform>%n entry could not be read</numerusform>
            <numerusform>%n entries could not be read</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::AccessRulesDialog</name>
    <message numerus="yes">
        <source>%1 of %n lines will be added.</source>
        <translation>
            <numerusform>%1 of %n line will be added.</numerusform>
            <numerusform>%1 of %n lines will be added.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Add %n rules</source>
        <translation>
            <numerusform>Add %n rule</numerusform>
            <numerusform>Add %n rules</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n rules were removed.</source>
        <translation>
            <numerusform>%n rule was removed.</numerusform>
            <numerusform>%n rules were removed.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n rules were added.</source>
        <translation>
            <numerusform>%n rule was added.</numerusform>
            <numerusform>%n rules were added.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n rules were not sent. Add them again to continue.</source>
        <translation>
            <numerusform>%n rule was not sent. Add it again to continue.</numerusform>
            <numerusform>%n rules were not sent. Add them again to continue.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The service refused %n rules. Correct or delete their lines.</source>
        <translation>
            <numerusform>The service refused %n rule. Correct or delete its line.</numerusform>
            <numerusform>The service refused %n rules. Correct or delete their lines.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::AccessSection</name>
    <message numerus="yes">
        <source>%n rules</source>
        <translation>
            <numerusform>%n rule</numerusform>
            <numerusform>%n rules</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::AccountRemoval</name>
    <message numerus="yes">
        <source>The result of %n orders of this account is unknown. Their evidence would be lost: decide them on the Activity page first.</source>
        <translation>
            <numerusform>The result of %n order of this account is unknown. Its evidence would be lost: decide it on the Activity page first.</numerusform>
            <numerusform>The result of %n orders of this account is unknown. Their evidence would be lost: decide them on the Activity page first.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::AccountText</name>
    <message numerus="yes">
        <source>%n open orders</source>
        <translation>
            <numerusform>%n open order</numerusform>
            <numerusform>%n open orders</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, %n of them with an unknown result</source>
        <comment>open orders</comment>
        <translation>
            <numerusform>%1, %n of them with an unknown result</numerusform>
            <numerusform>%1, %n of them with an unknown result</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::ActivityPage</name>
    <message numerus="yes">
        <source>%n orders</source>
        <translation>
            <numerusform>%n order</numerusform>
            <numerusform>%n orders</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>None of the %n orders matches.</source>
        <translation>
            <numerusform>The only order does not match.</numerusform>
            <numerusform>None of the %n orders matches.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::AddRowsDialog</name>
    <message numerus="yes">
        <source>%1 of %n lines can be added.</source>
        <translation>
            <numerusform>%1 of %n line can be added.</numerusform>
            <numerusform>%1 of %n lines can be added.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Add %n proxies</source>
        <translation>
            <numerusform>Add %n proxy</numerusform>
            <numerusform>Add %n proxies</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Add %n sub-users</source>
        <translation>
            <numerusform>Add %n sub-user</numerusform>
            <numerusform>Add %n sub-users</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n rows were added.</source>
        <translation>
            <numerusform>%n row was added.</numerusform>
            <numerusform>%n rows were added.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::AllocationSection</name>
    <message numerus="yes">
        <source>%n rows of this page could not be read.</source>
        <translation>
            <numerusform>%n row of this page could not be read.</numerusform>
            <numerusform>%n rows of this page could not be read.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::BalanceText</name>
    <message numerus="yes">
        <source>%1: %2, %n transaction(s)</source>
        <translation>
            <numerusform>%1: %2, %n transaction</numerusform>
            <numerusform>%1: %2, %n transactions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: %2 at the end, between %3 and %4, %n transaction(s)</source>
        <translation>
            <numerusform>%1: %2 at the end, between %3 and %4, %n transaction</numerusform>
            <numerusform>%1: %2 at the end, between %3 and %4, %n transactions</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::CheckResultText</name>
    <message numerus="yes">
        <source>Likely cause: %n transaction(s) after it could not be read.</source>
        <translation>
            <numerusform>Likely cause: %n transaction after it could not be read.</numerusform>
            <numerusform>Likely cause: %n transactions after it could not be read.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Likely cause: %n transaction(s) between them could not be read.</source>
        <translation>
            <numerusform>Likely cause: %n transaction between them could not be read.</numerusform>
            <numerusform>Likely cause: %n transactions between them could not be read.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n transaction(s) could not be checked, because an amount is too large for Relaybook.</source>
        <translation>
            <numerusform>%n transaction could not be checked, because an amount is too large for Relaybook.</numerusform>
            <numerusform>%n transactions could not be checked, because an amount is too large for Relaybook.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::CopyCredentialsDialog</name>
    <message numerus="yes">
        <source>%n selected rows, one line for each</source>
        <translation>
            <numerusform>%n selected row</numerusform>
            <numerusform>%n selected rows, one line for each</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n placeholders are unknown: %1</source>
        <translation>
            <numerusform>%n placeholder is unknown: %1</numerusform>
            <numerusform>%n placeholders are unknown: %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::CoverageLine</name>
    <message numerus="yes">
        <source>about %n days</source>
        <translation>
            <numerusform>about %n day</numerusform>
            <numerusform>about %n days</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>A sub-user&apos;s use per day is that of the last seven days, or its average since it was created where its traffic has been recorded for less than a day. It is known for %1 of %n sub-users, for %2 from the last days.</source>
        <translation>
            <numerusform>A sub-user&apos;s use per day is that of the last seven days, or its average since it was created where its traffic has been recorded for less than a day. It is known for %1 of %n sub-user, for %2 from the last days.</numerusform>
            <numerusform>A sub-user&apos;s use per day is that of the last seven days, or its average since it was created where its traffic has been recorded for less than a day. It is known for %1 of %n sub-users, for %2 from the last days.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n have nothing left</source>
        <translation>
            <numerusform>%n has nothing left</numerusform>
            <numerusform>%n have nothing left</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::CreateManyDialog</name>
    <message numerus="yes">
        <source>%1 of %n lines can be created.</source>
        <translation>
            <numerusform>%1 of %n line can be created.</numerusform>
            <numerusform>%1 of %n lines can be created.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Create %n sub-users</source>
        <translation>
            <numerusform>Create %n sub-user</numerusform>
            <numerusform>Create %n sub-users</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sub-users with %1 in all</source>
        <translation>
            <numerusform>%n sub-user with %1 in all</numerusform>
            <numerusform>%n sub-users with %1 in all</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n lines that cannot be created</source>
        <translation>
            <numerusform>%n line that cannot be created</numerusform>
            <numerusform>%n lines that cannot be created</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sub-users of your last list were not created.</source>
        <translation>
            <numerusform>%n sub-user of your last list was not created.</numerusform>
            <numerusform>%n sub-users of your last list were not created.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::CreatedDialog</name>
    <message numerus="yes">
        <source>%n more are not as requested: see Activity.</source>
        <translation>
            <numerusform>%n more is not as requested: see Activity.</numerusform>
            <numerusform>%n more are not as requested: see Activity.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sub-users were created</source>
        <translation>
            <numerusform>%n sub-user was created</numerusform>
            <numerusform>%n sub-users were created</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Copied the credentials of %n sub-users.</source>
        <translation>
            <numerusform>Copied the credentials of %n sub-user.</numerusform>
            <numerusform>Copied the credentials of %n sub-users.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::ErrorText</name>
    <message numerus="yes">
        <source>Try again in %n seconds.</source>
        <translation>
            <numerusform>Try again in %n second.</numerusform>
            <numerusform>Try again in %n seconds.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::ExportCommand</name>
    <message numerus="yes">
        <source>%1 text(s) are too long for a spreadsheet cell. They were cut and end with “…”. CSV and JSON contain the full text.</source>
        <translation>
            <numerusform>%1 text is too long for a spreadsheet cell. It was cut and ends with “…”. CSV and JSON contain the full text.</numerusform>
            <numerusform>%1 texts are too long for a spreadsheet cell. They were cut and end with “…”. CSV and JSON contain the full text.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 row(s) written to “%2”.</source>
        <translation>
            <numerusform>%1 row written to “%2”.</numerusform>
            <numerusform>%1 rows written to “%2”.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 row(s) could not be read. In the file they have readable=false and their JSON in raw_json.</source>
        <translation>
            <numerusform>%1 row could not be read. In the file it has readable=false and its JSON in raw_json.</numerusform>
            <numerusform>%1 rows could not be read. In the file they have readable=false and their JSON in raw_json.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::ExportDialog</name>
    <message numerus="yes">
        <source>%Ln text(s) are too long for a spreadsheet cell and were cut, with a mark at the end.</source>
        <translation>
            <numerusform>%Ln text is too long for a spreadsheet cell and was cut, with a mark at the end.</numerusform>
            <numerusform>%Ln texts are too long for a spreadsheet cell and were cut, with a mark at the end.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln row(s) exported.</source>
        <translation>
            <numerusform>%Ln row exported.</numerusform>
            <numerusform>%Ln rows exported.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln row(s) exported, but the ledger is not complete.</source>
        <translation>
            <numerusform>%Ln row exported, but the ledger is not complete.</numerusform>
            <numerusform>%Ln rows exported, but the ledger is not complete.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln row(s) could not be read: they have readable=false and their JSON in raw_json.</source>
        <translation>
            <numerusform>%Ln row could not be read: it has readable=false and its JSON in raw_json.</numerusform>
            <numerusform>%Ln rows could not be read: they have readable=false and their JSON in raw_json.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Export %Ln transactions</source>
        <translation>
            <numerusform>Export %Ln transaction</numerusform>
            <numerusform>Export %Ln transactions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Export %Ln proxies</source>
        <translation>
            <numerusform>Export %Ln proxy</numerusform>
            <numerusform>Export %Ln proxies</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Export %Ln sub-users</source>
        <translation>
            <numerusform>Export %Ln sub-user</numerusform>
            <numerusform>Export %Ln sub-users</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Export %Ln orders</source>
        <translation>
            <numerusform>Export %Ln order</numerusform>
            <numerusform>Export %Ln orders</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Export %Ln gaps in balance</source>
        <translation>
            <numerusform>Export %Ln gap in balance</numerusform>
            <numerusform>Export %Ln gaps in balance</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::ForecastText</name>
    <message numerus="yes">
        <source>%1 traffic runs out in about %n days</source>
        <translation>
            <numerusform>%1 traffic runs out in about %n day</numerusform>
            <numerusform>%1 traffic runs out in about %n days</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Known for %n days only</source>
        <translation>
            <numerusform>Known for %n day only</numerusform>
            <numerusform>Known for %n days only</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>A forecast needs %n days</source>
        <translation>
            <numerusform>A forecast needs %n day</numerusform>
            <numerusform>A forecast needs %n days</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Made from the service&apos;s chart of daily use: %1 on average in the last %n days. The range shows how much the days differ.</source>
        <translation>
            <numerusform>Made from the service&apos;s chart of daily use: %1 on average in the last %n day. The range shows how much the days differ.</numerusform>
            <numerusform>Made from the service&apos;s chart of daily use: %1 on average in the last %n days. The range shows how much the days differ.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Made from how the traffic left fell in the last %n days: %1 on average. The range shows how much the days differ.</source>
        <translation>
            <numerusform>Made from how the traffic left fell in the last %n day: %1 on average. The range shows how much the days differ.</numerusform>
            <numerusform>Made from how the traffic left fell in the last %n days: %1 on average. The range shows how much the days differ.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>No use was seen in the last %n days</source>
        <translation>
            <numerusform>No use was seen in the last %n day</numerusform>
            <numerusform>No use was seen in the last %n days</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>A forecast appears when the traffic left has been recorded for %n days, or when the service reports daily use or enough purchases.</source>
        <translation>
            <numerusform>A forecast appears when the traffic left has been recorded for %n day, or when the service reports daily use or enough purchases.</numerusform>
            <numerusform>A forecast appears when the traffic left has been recorded for %n days, or when the service reports daily use or enough purchases.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The service reports only the total use of all types, %1. If all of it were of this type, the traffic left would last %n days.</source>
        <translation>
            <numerusform>The service reports only the total use of all types, %1. If all of it were of this type, the traffic left would last %n day.</numerusform>
            <numerusform>The service reports only the total use of all types, %1. If all of it were of this type, the traffic left would last %n days.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>at the rate of the last %n days (%1, %2 left).</source>
        <translation>
            <numerusform>at the rate of the last %n day (%1, %2 left).</numerusform>
            <numerusform>at the rate of the last %n days (%1, %2 left).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Made from %1 in %2 purchases of the last %n days, assuming that as much was used. %3.</source>
        <translation>
            <numerusform>Made from %1 in %2 purchases of the last %n day, assuming that as much was used. %3.</numerusform>
            <numerusform>Made from %1 in %2 purchases of the last %n days, assuming that as much was used. %3.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Made from the service&apos;s chart of the daily use of all types, split as your purchases of the last %n days: %1 of %2 were of this type, which makes %3. %4.</source>
        <translation>
            <numerusform>Made from the service&apos;s chart of the daily use of all types, split as your purchases of the last %n day: %1 of %2 were of this type, which makes %3. %4.</numerusform>
            <numerusform>Made from the service&apos;s chart of the daily use of all types, split as your purchases of the last %n days: %1 of %2 were of this type, which makes %3. %4.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>At least %n days left</source>
        <translation>
            <numerusform>At least %n day left</numerusform>
            <numerusform>At least %n days left</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>At most %n days left</source>
        <translation>
            <numerusform>At most %n day left</numerusform>
            <numerusform>At most %n days left</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>About %n days left</source>
        <translation>
            <numerusform>About %n day left</numerusform>
            <numerusform>About %n days left</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::GiveDialog</name>
    <message numerus="yes">
        <source>%n of %1 are left out: they already have that much, or what they have is not known.</source>
        <translation>
            <numerusform>%n of %1 is left out: it already has that much, or what it has is not known.</numerusform>
            <numerusform>%n of %1 are left out: they already have that much, or what they have is not known.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Give traffic to %n sub-users</source>
        <translation>
            <numerusform>Give traffic to %n sub-user</numerusform>
            <numerusform>Give traffic to %n sub-users</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Give %1 to %n sub-users</source>
        <translation>
            <numerusform>Give %1 to %n sub-user</numerusform>
            <numerusform>Give %1 to %n sub-users</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 in all, to %n sub-users</source>
        <translation>
            <numerusform>%1 in all, to %n sub-user</numerusform>
            <numerusform>%1 in all, to %n sub-users</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::LedgerAmount</name>
    <message numerus="yes">
        <source>%n amount(s) are too large and not in the sums</source>
        <translation>
            <numerusform>%n amount is too large and not in the sums</numerusform>
            <numerusform>%n amounts are too large and not in the sums</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::LedgerFilterBar</name>
    <message numerus="yes">
        <source>%n more: enter product: in the search field</source>
        <translation>
            <numerusform>%n more: enter product: in the search field</numerusform>
            <numerusform>%n more: enter product: in the search field</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n types</source>
        <translation>
            <numerusform>%n type</numerusform>
            <numerusform>%n types</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::LedgerFooter</name>
    <message numerus="yes">
        <source>%n row(s) could not be read</source>
        <translation>
            <numerusform>%n row could not be read</numerusform>
            <numerusform>%n rows could not be read</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::LedgerStrip</name>
    <message numerus="yes">
        <source>%n stored transaction(s) are no longer listed by the service.</source>
        <translation>
            <numerusform>%n stored transaction is no longer listed by the service.</numerusform>
            <numerusform>%n stored transactions are no longer listed by the service.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln row(s) could not be read and are not included in any total.</source>
        <translation>
            <numerusform>%Ln row could not be read and is not included in any total.</numerusform>
            <numerusform>%Ln rows could not be read and are not included in any total.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n transaction(s) of the service are not stored yet.</source>
        <translation>
            <numerusform>%n transaction of the service is not stored yet.</numerusform>
            <numerusform>%n transactions of the service are not stored yet.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The service now sends %n stored transaction(s) in a form that cannot be read; the earlier values are kept.</source>
        <translation>
            <numerusform>The service now sends %n stored transaction in a form that cannot be read; the earlier values are kept.</numerusform>
            <numerusform>The service now sends %n stored transactions in a form that cannot be read; the earlier values are kept.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The service made %Ln change(s) to stored transactions.</source>
        <translation>
            <numerusform>The service made %Ln change to stored transactions.</numerusform>
            <numerusform>The service made %Ln changes to stored transactions.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::ListBanners</name>
    <message numerus="yes">
        <source>%n row(s) of this list could not be read.</source>
        <translation>
            <numerusform>%n row of this list could not be read.</numerusform>
            <numerusform>%n rows of this list could not be read.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::ListCopying</name>
    <message numerus="yes">
        <source>%n row(s) copied</source>
        <translation>
            <numerusform>%n row copied</numerusform>
            <numerusform>%n rows copied</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of %1 have no credentials here.</source>
        <translation>
            <numerusform>%n of %1 has no credentials here.</numerusform>
            <numerusform>%n of %1 have no credentials here.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of %1 do not fit into one line.</source>
        <translation>
            <numerusform>%n of %1 does not fit into one line.</numerusform>
            <numerusform>%n of %1 do not fit into one line.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Copied the credentials of %n rows.</source>
        <translation>
            <numerusform>Copied the credentials of %n row.</numerusform>
            <numerusform>Copied the credentials of %n rows.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of %1 left the table meanwhile.</source>
        <translation>
            <numerusform>%n of %1 left the table meanwhile.</numerusform>
            <numerusform>%n of %1 left the table meanwhile.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::ListFilterBar</name>
    <message numerus="yes">
        <source>%n more: enter %1: in the search field</source>
        <translation>
            <numerusform>%n more: enter %1: in the search field</numerusform>
            <numerusform>%n more: enter %1: in the search field</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::ListPage</name>
    <message numerus="yes">
        <source>%n transactions could not be read.</source>
        <translation>
            <numerusform>%n transaction could not be read.</numerusform>
            <numerusform>%n transactions could not be read.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) of this list could not be read.</source>
        <translation>
            <numerusform>%n row of this list could not be read.</numerusform>
            <numerusform>%n rows of this list could not be read.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n proxies added by id</source>
        <translation>
            <numerusform>%n proxy added by id</numerusform>
            <numerusform>%n proxies added by id</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sub-users added by id</source>
        <translation>
            <numerusform>%n sub-user added by id</numerusform>
            <numerusform>%n sub-users added by id</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::ManyNotesDialog</name>
    <message numerus="yes">
        <source>Note for %n sub-users</source>
        <translation>
            <numerusform>Note for %n sub-user</numerusform>
            <numerusform>Note for %n sub-users</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Remove %n notes</source>
        <translation>
            <numerusform>Remove %n note</numerusform>
            <numerusform>Remove %n notes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Replace %n notes</source>
        <translation>
            <numerusform>Replace %n note</numerusform>
            <numerusform>Replace %n notes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Add to %n notes</source>
        <translation>
            <numerusform>Add to %n note</numerusform>
            <numerusform>Add to %n notes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n notes saved</source>
        <translation>
            <numerusform>%1 of %n note saved</numerusform>
            <numerusform>%1 of %n notes saved</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of these sub-users were deleted.</source>
        <translation>
            <numerusform>%n of these sub-users was deleted.</numerusform>
            <numerusform>%n of these sub-users were deleted.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n notes were not saved.</source>
        <translation>
            <numerusform>%n note was not saved.</numerusform>
            <numerusform>%n notes were not saved.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Try %n again</source>
        <translation>
            <numerusform>Try %n again</numerusform>
            <numerusform>Try %n again</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::NamingTransactionsSection</name>
    <message numerus="yes">
        <source>And %n more.</source>
        <translation>
            <numerusform>And %n more.</numerusform>
            <numerusform>And %n more.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::NoteDialog</name>
    <message numerus="yes">
        <source>%n characters</source>
        <translation>
            <numerusform>%n character</numerusform>
            <numerusform>%n characters</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::NoticeStack</name>
    <message numerus="yes">
        <source>%n more</source>
        <comment>messages</comment>
        <translation>
            <numerusform>%n more</numerusform>
            <numerusform>%n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Show %n more messages</source>
        <translation>
            <numerusform>Show %n more message</numerusform>
            <numerusform>Show %n more messages</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::OrderDetails</name>
    <message numerus="yes">
        <source>%n orders</source>
        <translation>
            <numerusform>%n order</numerusform>
            <numerusform>%n orders</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::OrderTableModel</name>
    <message numerus="yes">
        <source>%n differences</source>
        <translation>
            <numerusform>%n difference</numerusform>
            <numerusform>%n differences</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::OrderWatcher</name>
    <message numerus="yes">
        <source>%n orders were waiting to be sent when Relaybook closed. They were not sent, and nothing was spent.</source>
        <translation>
            <numerusform>%n order was waiting to be sent when Relaybook closed. It was not sent, and nothing was spent.</numerusform>
            <numerusform>%n orders were waiting to be sent when Relaybook closed. They were not sent, and nothing was spent.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The result of %n orders is unknown.</source>
        <translation>
            <numerusform>The result of %n order is unknown.</numerusform>
            <numerusform>The results of %n orders are unknown.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n orders were completed.</source>
        <translation>
            <numerusform>%n order was completed.</numerusform>
            <numerusform>%n orders were completed.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n orders were not carried out.</source>
        <translation>
            <numerusform>%n order was not carried out.</numerusform>
            <numerusform>%n orders were not carried out.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n orders were completed. The others were not carried out.</source>
        <translation>
            <numerusform>%1 of %n order was completed. The others were not carried out.</numerusform>
            <numerusform>%1 of %n orders were completed. The others were not carried out.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::PrepareAgain</name>
    <message numerus="yes">
        <source>%n of these sub-users no longer exist.</source>
        <translation>
            <numerusform>This sub-user no longer exists.</numerusform>
            <numerusform>These %n sub-users no longer exist.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sub-users no longer exist and were left out.</source>
        <translation>
            <numerusform>%n sub-user no longer exists and was left out.</numerusform>
            <numerusform>%n sub-users no longer exist and were left out.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::ProxiesPage</name>
    <message numerus="yes">
        <source>%Ln proxies</source>
        <translation>
            <numerusform>%Ln proxy</numerusform>
            <numerusform>%Ln proxies</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::ProxyChanges</name>
    <message numerus="yes">
        <source>A name can have at most %n characters.</source>
        <translation>
            <numerusform>A name can have at most %n character.</numerusform>
            <numerusform>A name can have at most %n characters.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::ProxyDialog</name>
    <message numerus="yes">
        <source>%n changes will be sent: %1</source>
        <translation>
            <numerusform>%n change will be sent: %1</numerusform>
            <numerusform>%n changes will be sent: %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::PurchaseText</name>
    <message numerus="yes">
        <source>No charge of %1 since %2 except those of %n other orders of yours</source>
        <translation>
            <numerusform>No charge of %1 since %2 except that of %n other order of yours</numerusform>
            <numerusform>No charge of %1 since %2 except those of %n other orders of yours</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n charges of %1 since %2</source>
        <translation>
            <numerusform>%n charge of %1 since %2</numerusform>
            <numerusform>%n charges of %1 since %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>No charge of %1 since %2, but %n others</source>
        <translation>
            <numerusform>No charge of %1 since %2, but %n other</numerusform>
            <numerusform>No charge of %1 since %2, but %n others</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>A transaction matches this order and %n other unresolved orders of yours. They can&apos;t be told apart. Compare them on the Activity page and decide.</source>
        <translation>
            <numerusform>A transaction matches this order and %n other unresolved order of yours. They can&apos;t be told apart. Compare them on the Activity page and decide.</numerusform>
            <numerusform>A transaction matches this order and %n other unresolved orders of yours. They can&apos;t be told apart. Compare them on the Activity page and decide.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::RecentCard</name>
    <message numerus="yes">
        <source>%n transactions could not be read.</source>
        <translation>
            <numerusform>%n transaction could not be read.</numerusform>
            <numerusform>%n transactions could not be read.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::RemoveAccountDialog</name>
    <message numerus="yes">
        <source>%n orders with their receipts and evidence are deleted too. The service does not have them.</source>
        <translation>
            <numerusform>%n order with its receipt and evidence is deleted too. The service does not have it.</numerusform>
            <numerusform>%n orders with their receipts and evidence are deleted too. The service does not have them.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 The result of %n of them is unknown.</source>
        <comment>a sentence about all orders</comment>
        <translation>
            <numerusform>%1 The result of %n of them is unknown.</numerusform>
            <numerusform>%1 The result of %n of them is unknown.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::ReturnDialog</name>
    <message numerus="yes">
        <source>%n of %1 are left out: they have no traffic left, or it is not known how much.</source>
        <translation>
            <numerusform>%n of %1 is left out: it has no traffic left, or it is not known how much.</numerusform>
            <numerusform>%n of %1 are left out: they have no traffic left, or it is not known how much.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Delete %n sub-users</source>
        <translation>
            <numerusform>Delete %n sub-user</numerusform>
            <numerusform>Delete %n sub-users</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Take back %1 from %n sub-users</source>
        <translation>
            <numerusform>Take back %1 from %n sub-user</numerusform>
            <numerusform>Take back %1 from %n sub-users</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Take back the traffic of %n sub-users</source>
        <translation>
            <numerusform>Take back the traffic of %n sub-user</numerusform>
            <numerusform>Take back the traffic of %n sub-users</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::SecretClipboard</name>
    <message numerus="yes">
        <source>Cleared from the clipboard in %n seconds.</source>
        <translation>
            <numerusform>Cleared from the clipboard in %n second.</numerusform>
            <numerusform>Cleared from the clipboard in %n seconds.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::ServingDialog</name>
    <message numerus="yes">
        <source>Try again with %n sub-users…</source>
        <translation>
            <numerusform>Try again with %n sub-user…</numerusform>
            <numerusform>Try again with %n sub-users…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more are on the Activity page.</source>
        <comment>earlier orders</comment>
        <translation>
            <numerusform>%n more is on the Activity page.</numerusform>
            <numerusform>%n more are on the Activity page.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n earlier orders are still unresolved.</source>
        <translation>
            <numerusform>An earlier order is still unresolved.</numerusform>
            <numerusform>%n earlier orders are still unresolved.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::ServingResults</name>
    <message numerus="yes">
        <source>%n of them not as requested</source>
        <translation>
            <numerusform>%n of them not as requested</numerusform>
            <numerusform>%n of them not as requested</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n completed</source>
        <translation>
            <numerusform>%n completed</numerusform>
            <numerusform>%n completed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n refused</source>
        <translation>
            <numerusform>%n refused</numerusform>
            <numerusform>%n refused</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n unknown</source>
        <translation>
            <numerusform>%n unknown</numerusform>
            <numerusform>%n unknown</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n not done</source>
        <translation>
            <numerusform>%n not done</numerusform>
            <numerusform>%n not done</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n not sent</source>
        <translation>
            <numerusform>%n not sent</numerusform>
            <numerusform>%n not sent</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::SignInForm</name>
    <message numerus="yes">
        <source>Reseller Key accepted: %n traffic types</source>
        <translation>
            <numerusform>Reseller Key accepted: %n traffic type</numerusform>
            <numerusform>Reseller Key accepted: %n traffic types</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::SpendChart</name>
    <message numerus="yes">
        <source>%n more: %1</source>
        <translation>
            <numerusform>%n more: %1</numerusform>
            <numerusform>%n more: %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n more</numerusform>
            <numerusform>%n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::SubUserOrderText</name>
    <message numerus="yes">
        <source>%n with this user name</source>
        <translation>
            <numerusform>%n with this user name</numerusform>
            <numerusform>%n with this user name</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n new entries, %1 of other orders</source>
        <translation>
            <numerusform>%n new entry, %1 of other orders</numerusform>
            <numerusform>%n new entries, %1 of other orders</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n new entries</source>
        <translation>
            <numerusform>%n new entry</numerusform>
            <numerusform>%n new entries</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::SubUserText</name>
    <message numerus="yes">
        <source>At least %n days left</source>
        <translation>
            <numerusform>At least %n day left</numerusform>
            <numerusform>At least %n days left</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>About %n days left</source>
        <translation>
            <numerusform>About %n day left</numerusform>
            <numerusform>About %n days left</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>How long it lasts is not known yet: a forecast needs %n days.</source>
        <translation>
            <numerusform>How long it lasts is not known yet: a forecast needs %n day.</numerusform>
            <numerusform>How long it lasts is not known yet: a forecast needs %n days.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>About %n days left at the average since it was created, %1 a day.</source>
        <translation>
            <numerusform>About %n day left at the average since it was created, %1 a day.</numerusform>
            <numerusform>About %n days left at the average since it was created, %1 a day.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>No use was seen in the last %n days.</source>
        <translation>
            <numerusform>No use was seen in the last day.</numerusform>
            <numerusform>No use was seen in the last %n days.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, at %2 a day in the last %n days.</source>
        <comment>12 to 16 days left, traffic</comment>
        <translation>
            <numerusform>%1, at %2 a day in the last day.</numerusform>
            <numerusform>%1, at %2 a day in the last %n days.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::SubUsersPage</name>
    <message numerus="yes">
        <source>Note for %n sub-users…</source>
        <translation>
            <numerusform>Note for %n sub-user…</numerusform>
            <numerusform>Note for %n sub-users…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n notes saved</source>
        <translation>
            <numerusform>%n note saved</numerusform>
            <numerusform>%n notes saved</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln sub-users</source>
        <translation>
            <numerusform>%Ln sub-user</numerusform>
            <numerusform>%Ln sub-users</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::SyncCommand</name>
    <message numerus="yes">
        <source>%1 transaction(s) could not be read. They are stored as the service sent them and are not part of any total.</source>
        <translation>
            <numerusform>%1 transaction could not be read. It is stored as the service sent it and is not part of any total.</numerusform>
            <numerusform>%1 transactions could not be read. They are stored as the service sent them and are not part of any total.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 proxies or sub-users could not be read. They are stored as the service sent them.</source>
        <translation>
            <numerusform>%1 proxy or sub-user could not be read. It is stored as the service sent it.</numerusform>
            <numerusform>%1 proxies or sub-users could not be read. They are stored as the service sent them.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::TrafficChart</name>
    <message numerus="yes">
        <source>Traffic left, as loaded on %n days</source>
        <translation>
            <numerusform>Traffic left, as loaded on %n day</numerusform>
            <numerusform>Traffic left, as loaded on %n days</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Traffic used, as loaded on %n days</source>
        <translation>
            <numerusform>Traffic used, as loaded on %n day</numerusform>
            <numerusform>Traffic used, as loaded on %n days</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::TransactionsPage</name>
    <message numerus="yes">
        <source>%Ln transactions</source>
        <translation>
            <numerusform>%Ln transaction</numerusform>
            <numerusform>%Ln transactions</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::UnclearLines</name>
    <message numerus="yes">
        <source>%n of %1 lines cannot be split again</source>
        <translation>
            <numerusform>%n of %1 lines cannot be split again</numerusform>
            <numerusform>%n of %1 lines cannot be split again</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::WindowAccounts</name>
    <message numerus="yes">
        <source>%1 has %n orders with an unknown result.</source>
        <comment>an account</comment>
        <translation>
            <numerusform>%1 has %n order with an unknown result.</numerusform>
            <numerusform>%1 has %n orders with an unknown result.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Other accounts have %n orders with an unknown result.</source>
        <translation>
            <numerusform>Another account has %n order with an unknown result.</numerusform>
            <numerusform>Other accounts have %n orders with an unknown result.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::WindowStatus</name>
    <message numerus="yes">
        <source>%Ln transactions stored on this computer</source>
        <translation>
            <numerusform>%Ln transaction stored on this computer</numerusform>
            <numerusform>%Ln transactions stored on this computer</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::WorkCard</name>
    <message numerus="yes">
        <source>The result of %n more orders is unknown.</source>
        <translation>
            <numerusform>The result of %n more order is unknown.</numerusform>
            <numerusform>The result of %n more orders is unknown.</numerusform>
        </translation>
    </message>
</context>
</TS>
