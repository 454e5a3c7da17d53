<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en_US" sourcelanguage="en_US">
<context>
    <name>format</name>
    <message numerus="yes">
        <source>%1 entries could not be read</source>
        <translation>
            <numerusform>%1 entry could not be read</numerusform>
            <numerusform>%1 entries could not be read</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::AccessRulesDialog</name>
    <message numerus="yes">
        <source>%2 of %1 lines will be added.</source>
        <translation>
            <numerusform>%2 of %1 line will be added.</numerusform>
            <numerusform>%2 of %1 lines will be added.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Add %1 rules</source>
        <translation>
            <numerusform>Add %1 rule</numerusform>
            <numerusform>Add %1 rules</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 rules were removed.</source>
        <translation>
            <numerusform>%1 rule was removed.</numerusform>
            <numerusform>%1 rules were removed.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 rules were added.</source>
        <translation>
            <numerusform>%1 rule was added.</numerusform>
            <numerusform>%1 rules were added.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 rules were not sent. Add them again to continue.</source>
        <translation>
            <numerusform>%1 rule was not sent. Add it again to continue.</numerusform>
            <numerusform>%1 rules were not sent. Add them again to continue.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The service refused %1 rules. Correct or delete their lines.</source>
        <translation>
            <numerusform>The service refused %1 rule. Correct or delete its line.</numerusform>
            <numerusform>The service refused %1 rules. Correct or delete their lines.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::AccessSection</name>
    <message numerus="yes">
        <source>%1 rules</source>
        <translation>
            <numerusform>%1 rule</numerusform>
            <numerusform>%1 rules</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::AccountRemoval</name>
    <message numerus="yes">
        <source>The result of %1 orders of this account is unknown. Their evidence would be lost: decide them on the Activity page first.</source>
        <translation>
            <numerusform>The result of %1 order of this account is unknown. Its evidence would be lost: decide it on the Activity page first.</numerusform>
            <numerusform>The result of %1 orders of this account is unknown. Their evidence would be lost: decide them on the Activity page first.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::AccountText</name>
    <message numerus="yes">
        <source>%1 open orders</source>
        <translation>
            <numerusform>%1 open order</numerusform>
            <numerusform>%1 open orders</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%2, %1 of them with an unknown result</source>
        <comment>open orders</comment>
        <translation>
            <numerusform>%2, %1 of them with an unknown result</numerusform>
            <numerusform>%2, %1 of them with an unknown result</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::ActivityPage</name>
    <message numerus="yes">
        <source>%1 orders</source>
        <translation>
            <numerusform>%1 order</numerusform>
            <numerusform>%1 orders</numerusform>
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
        <source>%2 of %1 lines can be added.</source>
        <translation>
            <numerusform>%2 of %1 line can be added.</numerusform>
            <numerusform>%2 of %1 lines can be added.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Add %1 proxies</source>
        <translation>
            <numerusform>Add %1 proxy</numerusform>
            <numerusform>Add %1 proxies</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Add %1 sub-users</source>
        <translation>
            <numerusform>Add %1 sub-user</numerusform>
            <numerusform>Add %1 sub-users</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 rows were added.</source>
        <translation>
            <numerusform>%1 row was added.</numerusform>
            <numerusform>%1 rows were added.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::AllocationSection</name>
    <message numerus="yes">
        <source>%1 rows of this page could not be read.</source>
        <translation>
            <numerusform>%1 row of this page could not be read.</numerusform>
            <numerusform>%1 rows of this page could not be read.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::AttentionDialog</name>
    <message numerus="yes">
        <source>Show %1 hidden entries again</source>
        <translation>
            <numerusform>Show %1 hidden entry again</numerusform>
            <numerusform>Show %1 hidden entries again</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::AttentionText</name>
    <message numerus="yes">
        <source>%2 more would last for %1 days.</source>
        <translation>
            <numerusform>%2 more would last for %1 day.</numerusform>
            <numerusform>%2 more would last for %1 days.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %1 more transactions</source>
        <translation>
            <numerusform>and %1 more transaction</numerusform>
            <numerusform>and %1 more transactions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 equal purchases within minutes: %2</source>
        <translation>
            <numerusform>%1 equal purchase within minutes: %2</numerusform>
            <numerusform>%1 equal purchases within minutes: %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The balance lasts about %1 days</source>
        <translation>
            <numerusform>The balance lasts about %1 day</numerusform>
            <numerusform>The balance lasts about %1 days</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 proxies could not be read</source>
        <translation>
            <numerusform>%1 proxy could not be read</numerusform>
            <numerusform>%1 proxies could not be read</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 sub-users could not be read</source>
        <translation>
            <numerusform>%1 sub-user could not be read</numerusform>
            <numerusform>%1 sub-users could not be read</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 transactions could not be read</source>
        <translation>
            <numerusform>%1 transaction could not be read</numerusform>
            <numerusform>%1 transactions could not be read</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %1 more sub-users</source>
        <translation>
            <numerusform>and %1 more sub-user</numerusform>
            <numerusform>and %1 more sub-users</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %1 more like this</source>
        <translation>
            <numerusform>and %1 more like this</numerusform>
            <numerusform>and %1 more like this</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 things need attention</source>
        <translation>
            <numerusform>%1 thing needs attention</numerusform>
            <numerusform>%1 things need attention</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>At least %1 transactions were changed at the service</source>
        <translation>
            <numerusform>At least %1 transaction was changed at the service</numerusform>
            <numerusform>At least %1 transactions were changed at the service</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 transactions were changed at the service</source>
        <translation>
            <numerusform>%1 transaction was changed at the service</numerusform>
            <numerusform>%1 transactions were changed at the service</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 proxies failed their last test</source>
        <translation>
            <numerusform>%1 proxy failed its last test</numerusform>
            <numerusform>%1 proxies failed their last test</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 sub-users failed their last test</source>
        <translation>
            <numerusform>%1 sub-user failed its last test</numerusform>
            <numerusform>%1 sub-users failed their last test</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::BalanceText</name>
    <message numerus="yes">
        <source>%2: %3, %1 transaction(s)</source>
        <translation>
            <numerusform>%2: %3, %1 transaction</numerusform>
            <numerusform>%2: %3, %1 transactions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%2: %3 at the end, between %4 and %5, %1 transaction(s)</source>
        <translation>
            <numerusform>%2: %3 at the end, between %4 and %5, %1 transaction</numerusform>
            <numerusform>%2: %3 at the end, between %4 and %5, %1 transactions</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::BatchResults</name>
    <message numerus="yes">
        <source>Only the %1 that were not done</source>
        <translation>
            <numerusform>Only the %1 that was not done</numerusform>
            <numerusform>Only the %1 that were not done</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::CheckResultText</name>
    <message numerus="yes">
        <source>Likely cause: %1 transaction(s) after it could not be read.</source>
        <translation>
            <numerusform>Likely cause: %1 transaction after it could not be read.</numerusform>
            <numerusform>Likely cause: %1 transactions after it could not be read.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Likely cause: %1 transaction(s) between them could not be read.</source>
        <translation>
            <numerusform>Likely cause: %1 transaction between them could not be read.</numerusform>
            <numerusform>Likely cause: %1 transactions between them could not be read.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 transaction(s) could not be checked, because an amount is too large for Relaybook.</source>
        <translation>
            <numerusform>%1 transaction could not be checked, because an amount is too large for Relaybook.</numerusform>
            <numerusform>%1 transactions could not be checked, because an amount is too large for Relaybook.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Transactions are dated out of order at %1 place(s); their balances follow from each other.</source>
        <translation>
            <numerusform>Transactions are dated out of order at %1 place; their balances follow from each other.</numerusform>
            <numerusform>Transactions are dated out of order at %1 places; their balances follow from each other.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::CopyCredentialsDialog</name>
    <message numerus="yes">
        <source>%1 selected rows, one line for each</source>
        <translation>
            <numerusform>%1 selected row</numerusform>
            <numerusform>%1 selected rows, one line for each</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 placeholders are unknown: %2</source>
        <translation>
            <numerusform>%1 placeholder is unknown: %2</numerusform>
            <numerusform>%1 placeholders are unknown: %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 selected rows, %2 lines for each: %3 lines</source>
        <translation>
            <numerusform>%1 selected row, %2 lines for each: %3 lines</numerusform>
            <numerusform>%1 selected rows, %2 lines for each: %3 lines</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::CoverageLine</name>
    <message numerus="yes">
        <source>· %1 have nothing left</source>
        <translation>
            <numerusform>· %1 has nothing left</numerusform>
            <numerusform>· %1 have nothing left</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::CoverageText</name>
    <message numerus="yes">
        <source>about %1 days</source>
        <translation>
            <numerusform>about %1 day</numerusform>
            <numerusform>about %1 days</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::CreateManyDialog</name>
    <message numerus="yes">
        <source>%2 of %1 lines can be created.</source>
        <translation>
            <numerusform>%2 of %1 line can be created.</numerusform>
            <numerusform>%2 of %1 lines can be created.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Create %1 sub-users</source>
        <translation>
            <numerusform>Create %1 sub-user</numerusform>
            <numerusform>Create %1 sub-users</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 sub-users with %2 in all</source>
        <translation>
            <numerusform>%1 sub-user with %2 in all</numerusform>
            <numerusform>%1 sub-users with %2 in all</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 lines that cannot be created</source>
        <translation>
            <numerusform>%1 line that cannot be created</numerusform>
            <numerusform>%1 lines that cannot be created</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 sub-users of your last list were not created.</source>
        <translation>
            <numerusform>%1 sub-user of your last list was not created.</numerusform>
            <numerusform>%1 sub-users of your last list were not created.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::CreatedDialog</name>
    <message numerus="yes">
        <source>%1 more are not as requested: see Activity.</source>
        <translation>
            <numerusform>%1 more is not as requested: see Activity.</numerusform>
            <numerusform>%1 more are not as requested: see Activity.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 sub-users were created</source>
        <translation>
            <numerusform>%1 sub-user was created</numerusform>
            <numerusform>%1 sub-users were created</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Copied the credentials of %1 sub-users.</source>
        <translation>
            <numerusform>Copied the credentials of %1 sub-user.</numerusform>
            <numerusform>Copied the credentials of %1 sub-users.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::DeleteProxiesDialog</name>
    <message numerus="yes">
        <source>Delete %1 proxies</source>
        <translation>
            <numerusform>Delete %1 proxy</numerusform>
            <numerusform>Delete %1 proxies</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>It is not known how much %1 of them have left.</source>
        <comment>traffic of proxies</comment>
        <translation>
            <numerusform>It is not known how much %1 of them has left.</numerusform>
            <numerusform>It is not known how much %1 of them have left.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Deleting %1 proxies takes %2, because of the service&apos;s limit on requests. It goes on in the background, and you can cancel the rest.</source>
        <translation>
            <numerusform>Deleting %1 proxy takes %2, because of the service&apos;s limit on requests. It goes on in the background, and you can cancel the rest.</numerusform>
            <numerusform>Deleting %1 proxies takes %2, because of the service&apos;s limit on requests. It goes on in the background, and you can cancel the rest.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::EditProxiesDialog</name>
    <message numerus="yes">
        <source>Edit %1 proxies</source>
        <translation>
            <numerusform>Edit %1 proxy</numerusform>
            <numerusform>Edit %1 proxies</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Changing %1 proxies takes %2, because of the service&apos;s limit on requests. It goes on in the background.</source>
        <translation>
            <numerusform>Changing %1 proxy takes %2, because of the service&apos;s limit on requests. It goes on in the background.</numerusform>
            <numerusform>Changing %1 proxies takes %2, because of the service&apos;s limit on requests. It goes on in the background.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 proxies would not change and are left out.</source>
        <translation>
            <numerusform>%1 proxy would not change and is left out.</numerusform>
            <numerusform>%1 proxies would not change and are left out.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Change %1 proxies</source>
        <translation>
            <numerusform>Change %1 proxy</numerusform>
            <numerusform>Change %1 proxies</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The change of %1 proxies cannot be undone completely.</source>
        <translation>
            <numerusform>The change of %1 proxy cannot be undone completely.</numerusform>
            <numerusform>The change of %1 proxies cannot be undone completely.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::ErrorText</name>
    <message numerus="yes">
        <source>Try again in %1 seconds.</source>
        <translation>
            <numerusform>Try again in %1 second.</numerusform>
            <numerusform>Try again in %1 seconds.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::EvidenceDialog</name>
    <message numerus="yes">
        <source>%1 equal charges</source>
        <translation>
            <numerusform>%1 equal charge</numerusform>
            <numerusform>%1 equal charges</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 transactions are missing: they are not stored on this computer.</source>
        <translation>
            <numerusform>%1 transaction is missing: it is not stored on this computer.</numerusform>
            <numerusform>%1 transactions are missing: they are not stored on this computer.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 further rows are left out: a file has at most %2.</source>
        <translation>
            <numerusform>%1 further row is left out: a file has at most %2.</numerusform>
            <numerusform>%1 further rows are left out: a file has at most %2.</numerusform>
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
    <message numerus="yes">
        <source>%1 row(s) written to standard output.</source>
        <translation>
            <numerusform>%1 row written to standard output.</numerusform>
            <numerusform>%1 rows written to standard output.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::ExportDialog</name>
    <message numerus="yes">
        <source>%1 text(s) are too long for a spreadsheet cell and were cut, with a mark at the end.</source>
        <translation>
            <numerusform>%1 text is too long for a spreadsheet cell and was cut, with a mark at the end.</numerusform>
            <numerusform>%1 texts are too long for a spreadsheet cell and were cut, with a mark at the end.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 row(s) exported.</source>
        <translation>
            <numerusform>%1 row exported.</numerusform>
            <numerusform>%1 rows exported.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 row(s) exported, but the ledger is not complete.</source>
        <translation>
            <numerusform>%1 row exported, but the ledger is not complete.</numerusform>
            <numerusform>%1 rows exported, but the ledger is not complete.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 row(s) could not be read: they have readable=false and their JSON in raw_json.</source>
        <translation>
            <numerusform>%1 row could not be read: it has readable=false and its JSON in raw_json.</numerusform>
            <numerusform>%1 rows could not be read: they have readable=false and their JSON in raw_json.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Export %1 transactions</source>
        <translation>
            <numerusform>Export %1 transaction</numerusform>
            <numerusform>Export %1 transactions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Export %1 proxies</source>
        <translation>
            <numerusform>Export %1 proxy</numerusform>
            <numerusform>Export %1 proxies</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Export %1 sub-users</source>
        <translation>
            <numerusform>Export %1 sub-user</numerusform>
            <numerusform>Export %1 sub-users</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Export %1 orders</source>
        <translation>
            <numerusform>Export %1 order</numerusform>
            <numerusform>Export %1 orders</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Export %1 gaps in balance</source>
        <translation>
            <numerusform>Export %1 gap in balance</numerusform>
            <numerusform>Export %1 gaps in balance</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::ForecastText</name>
    <message numerus="yes">
        <source>%2 traffic runs out in about %1 days</source>
        <translation>
            <numerusform>%2 traffic runs out in about %1 day</numerusform>
            <numerusform>%2 traffic runs out in about %1 days</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Known for %1 days only</source>
        <translation>
            <numerusform>Known for %1 day only</numerusform>
            <numerusform>Known for %1 days only</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>A forecast needs %1 days</source>
        <translation>
            <numerusform>A forecast needs %1 day</numerusform>
            <numerusform>A forecast needs %1 days</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Made from the service&apos;s chart of daily use: %2 on average in the last %1 days. The range shows how much the days differ.</source>
        <translation>
            <numerusform>Made from the service&apos;s chart of daily use: %2 on average in the last %1 day. The range shows how much the days differ.</numerusform>
            <numerusform>Made from the service&apos;s chart of daily use: %2 on average in the last %1 days. The range shows how much the days differ.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Made from how the traffic left fell in the last %1 days: %2 on average. The range shows how much the days differ.</source>
        <translation>
            <numerusform>Made from how the traffic left fell in the last %1 day: %2 on average. The range shows how much the days differ.</numerusform>
            <numerusform>Made from how the traffic left fell in the last %1 days: %2 on average. The range shows how much the days differ.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>No use was seen in the last %1 days</source>
        <translation>
            <numerusform>No use was seen in the last %1 day</numerusform>
            <numerusform>No use was seen in the last %1 days</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>A forecast appears when the traffic left has been recorded for %1 days, or when the service reports daily use or enough purchases.</source>
        <translation>
            <numerusform>A forecast appears when the traffic left has been recorded for %1 day, or when the service reports daily use or enough purchases.</numerusform>
            <numerusform>A forecast appears when the traffic left has been recorded for %1 days, or when the service reports daily use or enough purchases.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The service reports only the total use of all types, %2. If all of it were of this type, the traffic left would last %1 days.</source>
        <translation>
            <numerusform>The service reports only the total use of all types, %2. If all of it were of this type, the traffic left would last %1 day.</numerusform>
            <numerusform>The service reports only the total use of all types, %2. If all of it were of this type, the traffic left would last %1 days.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>at the rate of the last %1 days (%2, %3 left).</source>
        <translation>
            <numerusform>at the rate of the last %1 day (%2, %3 left).</numerusform>
            <numerusform>at the rate of the last %1 days (%2, %3 left).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Made from %2 in %3 purchases of the last %1 days, assuming that as much was used. %4.</source>
        <translation>
            <numerusform>Made from %2 in %3 purchases of the last %1 day, assuming that as much was used. %4.</numerusform>
            <numerusform>Made from %2 in %3 purchases of the last %1 days, assuming that as much was used. %4.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Made from the service&apos;s chart of the daily use of all types, split as your purchases of the last %1 days: %2 of %3 were of this type, which makes %4. %5.</source>
        <translation>
            <numerusform>Made from the service&apos;s chart of the daily use of all types, split as your purchases of the last %1 day: %2 of %3 were of this type, which makes %4. %5.</numerusform>
            <numerusform>Made from the service&apos;s chart of the daily use of all types, split as your purchases of the last %1 days: %2 of %3 were of this type, which makes %4. %5.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>At least %1 days left</source>
        <translation>
            <numerusform>At least %1 day left</numerusform>
            <numerusform>At least %1 days left</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>At most %1 days left</source>
        <translation>
            <numerusform>At most %1 day left</numerusform>
            <numerusform>At most %1 days left</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>About %1 days left</source>
        <translation>
            <numerusform>About %1 day left</numerusform>
            <numerusform>About %1 days left</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::GiveDialog</name>
    <message numerus="yes">
        <source>%1 of %2 are left out: they already have that much, or what they have is not known.</source>
        <translation>
            <numerusform>%1 of %2 is left out: it already has that much, or what it has is not known.</numerusform>
            <numerusform>%1 of %2 are left out: they already have that much, or what they have is not known.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Give traffic to %1 sub-users</source>
        <translation>
            <numerusform>Give traffic to %1 sub-user</numerusform>
            <numerusform>Give traffic to %1 sub-users</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Give %2 to %1 sub-users</source>
        <translation>
            <numerusform>Give %2 to %1 sub-user</numerusform>
            <numerusform>Give %2 to %1 sub-users</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%2 in all, to %1 sub-users</source>
        <translation>
            <numerusform>%2 in all, to %1 sub-user</numerusform>
            <numerusform>%2 in all, to %1 sub-users</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::HandOverDialog</name>
    <message numerus="yes">
        <source>Access for %1 sub-users</source>
        <translation>
            <numerusform>Access for %1 sub-user</numerusform>
            <numerusform>Access for %1 sub-users</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %1 more</source>
        <translation>
            <numerusform>and %1 more</numerusform>
            <numerusform>and %1 more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 are left out: not all parts of their access are known. Load their credentials first.</source>
        <translation>
            <numerusform>%1 is left out: not all parts of its access are known. Load its credentials first.</numerusform>
            <numerusform>%1 are left out: not all parts of their access are known. Load their credentials first.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::LedgerAmount</name>
    <message numerus="yes">
        <source>%1 amount(s) are too large and not in the sums</source>
        <translation>
            <numerusform>%1 amount is too large and not in the sums</numerusform>
            <numerusform>%1 amounts are too large and not in the sums</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::LedgerFilterBar</name>
    <message numerus="yes">
        <source>%1 more: enter product: in the search field</source>
        <translation>
            <numerusform>%1 more: enter product: in the search field</numerusform>
            <numerusform>%1 more: enter product: in the search field</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 types</source>
        <translation>
            <numerusform>%1 type</numerusform>
            <numerusform>%1 types</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::LedgerFooter</name>
    <message numerus="yes">
        <source>%1 row(s) could not be read</source>
        <translation>
            <numerusform>%1 row could not be read</numerusform>
            <numerusform>%1 rows could not be read</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::LedgerStrip</name>
    <message numerus="yes">
        <source>%1 stored transaction(s) are no longer listed by the service.</source>
        <translation>
            <numerusform>%1 stored transaction is no longer listed by the service.</numerusform>
            <numerusform>%1 stored transactions are no longer listed by the service.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 row(s) could not be read and are not included in any total.</source>
        <translation>
            <numerusform>%1 row could not be read and is not included in any total.</numerusform>
            <numerusform>%1 rows could not be read and are not included in any total.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 transaction(s) of the service are not stored yet.</source>
        <translation>
            <numerusform>%1 transaction of the service is not stored yet.</numerusform>
            <numerusform>%1 transactions of the service are not stored yet.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The service now sends %1 stored transaction(s) in a form that cannot be read; the earlier values are kept.</source>
        <translation>
            <numerusform>The service now sends %1 stored transaction in a form that cannot be read; the earlier values are kept.</numerusform>
            <numerusform>The service now sends %1 stored transactions in a form that cannot be read; the earlier values are kept.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The service made %1 change(s) to stored transactions.</source>
        <translation>
            <numerusform>The service made %1 change to stored transactions.</numerusform>
            <numerusform>The service made %1 changes to stored transactions.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 finding(s) are acknowledged.</source>
        <translation>
            <numerusform>%1 finding is acknowledged.</numerusform>
            <numerusform>%1 findings are acknowledged.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 place(s) in the ledger are not clear.</source>
        <translation>
            <numerusform>%1 place in the ledger is not clear.</numerusform>
            <numerusform>%1 places in the ledger are not clear.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::ListBanners</name>
    <message numerus="yes">
        <source>%1 row(s) of this list could not be read.</source>
        <translation>
            <numerusform>%1 row of this list could not be read.</numerusform>
            <numerusform>%1 rows of this list could not be read.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::ListCopying</name>
    <message numerus="yes">
        <source>%1 row(s) copied</source>
        <translation>
            <numerusform>%1 row copied</numerusform>
            <numerusform>%1 rows copied</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 have no credentials here.</source>
        <translation>
            <numerusform>%1 of %2 has no credentials here.</numerusform>
            <numerusform>%1 of %2 have no credentials here.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 do not fit into one line.</source>
        <translation>
            <numerusform>%1 of %2 does not fit into one line.</numerusform>
            <numerusform>%1 of %2 do not fit into one line.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Copied the credentials of %1 rows.</source>
        <translation>
            <numerusform>Copied the credentials of %1 row.</numerusform>
            <numerusform>Copied the credentials of %1 rows.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 left the table meanwhile.</source>
        <translation>
            <numerusform>%1 of %2 left the table meanwhile.</numerusform>
            <numerusform>%1 of %2 left the table meanwhile.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::ListFilterBar</name>
    <message numerus="yes">
        <source>%1 more: enter %2: in the search field</source>
        <translation>
            <numerusform>%1 more: enter %2: in the search field</numerusform>
            <numerusform>%1 more: enter %2: in the search field</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::ListPage</name>
    <message numerus="yes">
        <source>%1 transactions could not be read.</source>
        <translation>
            <numerusform>%1 transaction could not be read.</numerusform>
            <numerusform>%1 transactions could not be read.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 row(s) of this list could not be read.</source>
        <translation>
            <numerusform>%1 row of this list could not be read.</numerusform>
            <numerusform>%1 rows of this list could not be read.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 proxies added by id</source>
        <translation>
            <numerusform>%1 proxy added by id</numerusform>
            <numerusform>%1 proxies added by id</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 sub-users added by id</source>
        <translation>
            <numerusform>%1 sub-user added by id</numerusform>
            <numerusform>%1 sub-users added by id</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::ManyNotesDialog</name>
    <message numerus="yes">
        <source>Note for %1 sub-users</source>
        <translation>
            <numerusform>Note for %1 sub-user</numerusform>
            <numerusform>Note for %1 sub-users</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Remove %1 notes</source>
        <translation>
            <numerusform>Remove %1 note</numerusform>
            <numerusform>Remove %1 notes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Replace %1 notes</source>
        <translation>
            <numerusform>Replace %1 note</numerusform>
            <numerusform>Replace %1 notes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Add to %1 notes</source>
        <translation>
            <numerusform>Add to %1 note</numerusform>
            <numerusform>Add to %1 notes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%2 of %1 notes saved</source>
        <translation>
            <numerusform>%2 of %1 note saved</numerusform>
            <numerusform>%2 of %1 notes saved</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of these sub-users were deleted.</source>
        <translation>
            <numerusform>%1 of these sub-users was deleted.</numerusform>
            <numerusform>%1 of these sub-users were deleted.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 notes were not saved.</source>
        <translation>
            <numerusform>%1 note was not saved.</numerusform>
            <numerusform>%1 notes were not saved.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Try %1 again</source>
        <translation>
            <numerusform>Try %1 again</numerusform>
            <numerusform>Try %1 again</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>It is not known whether %1 notes were saved.</source>
        <translation>
            <numerusform>It is not known whether %1 note was saved.</numerusform>
            <numerusform>It is not known whether %1 notes were saved.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::ManyTests</name>
    <message numerus="yes">
        <source>Test %1 sub-users as customer…</source>
        <translation>
            <numerusform>Test %1 sub-user as customer…</numerusform>
            <numerusform>Test %1 sub-users as customer…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Test %1 proxies…</source>
        <translation>
            <numerusform>Test %1 proxy…</numerusform>
            <numerusform>Test %1 proxies…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Test all %1 sub-users in the table as customer…</source>
        <translation>
            <numerusform>Test the %1 sub-user in the table as customer…</numerusform>
            <numerusform>Test all %1 sub-users in the table as customer…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Test all %1 proxies in the table…</source>
        <translation>
            <numerusform>Test the %1 proxy in the table…</numerusform>
            <numerusform>Test all %1 proxies in the table…</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::ManyTestsDialog</name>
    <message numerus="yes">
        <source>Test %1 sub-users as customer</source>
        <translation>
            <numerusform>Test %1 sub-user as customer</numerusform>
            <numerusform>Test %1 sub-users as customer</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Test %1 proxies</source>
        <translation>
            <numerusform>Test %1 proxy</numerusform>
            <numerusform>Test %1 proxies</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Start %1 tests</source>
        <translation>
            <numerusform>Start %1 test</numerusform>
            <numerusform>Start %1 tests</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>With this limit, about %1 are tested.</source>
        <translation>
            <numerusform>With this limit, about %1 is tested.</numerusform>
            <numerusform>With this limit, about %1 are tested.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 are not tested: password unknown.</source>
        <translation>
            <numerusform>%1 is not tested: password unknown.</numerusform>
            <numerusform>%1 are not tested: password unknown.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Tests of %1 sub-users as customer</source>
        <translation>
            <numerusform>Test of %1 sub-user as customer</numerusform>
            <numerusform>Tests of %1 sub-users as customer</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Tests of %1 proxies</source>
        <translation>
            <numerusform>Test of %1 proxy</numerusform>
            <numerusform>Tests of %1 proxies</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 failed</source>
        <translation>
            <numerusform>%1 failed</numerusform>
            <numerusform>%1 failed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 not tested: password unknown</source>
        <translation>
            <numerusform>%1 not tested: password unknown</numerusform>
            <numerusform>%1 not tested: password unknown</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 not tested: removed meanwhile</source>
        <translation>
            <numerusform>%1 not tested: removed meanwhile</numerusform>
            <numerusform>%1 not tested: removed meanwhile</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 were not tested yet.</source>
        <translation>
            <numerusform>%1 was not tested yet.</numerusform>
            <numerusform>%1 were not tested yet.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 tests failed.</source>
        <translation>
            <numerusform>%1 test failed.</numerusform>
            <numerusform>%1 tests failed.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::NamingTransactionsSection</name>
    <message numerus="yes">
        <source>And %1 more.</source>
        <translation>
            <numerusform>And %1 more.</numerusform>
            <numerusform>And %1 more.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::NoteDialog</name>
    <message numerus="yes">
        <source>%1 characters</source>
        <translation>
            <numerusform>%1 character</numerusform>
            <numerusform>%1 characters</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::NoticeStack</name>
    <message numerus="yes">
        <source>%1 more</source>
        <comment>messages</comment>
        <translation>
            <numerusform>%1 more</numerusform>
            <numerusform>%1 more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Show %1 more messages</source>
        <translation>
            <numerusform>Show %1 more message</numerusform>
            <numerusform>Show %1 more messages</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::OrderDetails</name>
    <message numerus="yes">
        <source>%1 orders</source>
        <translation>
            <numerusform>%1 order</numerusform>
            <numerusform>%1 orders</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::OrderTableModel</name>
    <message numerus="yes">
        <source>%1 differences</source>
        <translation>
            <numerusform>%1 difference</numerusform>
            <numerusform>%1 differences</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::OrderWatcher</name>
    <message numerus="yes">
        <source>%1 orders were waiting to be sent when Relaybook closed. They were not sent, and nothing was spent.</source>
        <translation>
            <numerusform>%1 order was waiting to be sent when Relaybook closed. It was not sent, and nothing was spent.</numerusform>
            <numerusform>%1 orders were waiting to be sent when Relaybook closed. They were not sent, and nothing was spent.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The result of %1 orders is unknown.</source>
        <translation>
            <numerusform>The result of %1 order is unknown.</numerusform>
            <numerusform>The results of %1 orders are unknown.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 orders were completed.</source>
        <translation>
            <numerusform>%1 order was completed.</numerusform>
            <numerusform>%1 orders were completed.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 orders were not carried out.</source>
        <translation>
            <numerusform>%1 order was not carried out.</numerusform>
            <numerusform>%1 orders were not carried out.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%2 of %1 orders were completed. The others were not carried out.</source>
        <translation>
            <numerusform>%2 of %1 order was completed. The others were not carried out.</numerusform>
            <numerusform>%2 of %1 orders were completed. The others were not carried out.</numerusform>
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
        <source>%1 sub-users no longer exist and were left out.</source>
        <translation>
            <numerusform>%1 sub-user no longer exists and was left out.</numerusform>
            <numerusform>%1 sub-users no longer exist and were left out.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::ProxiesPage</name>
    <message numerus="yes">
        <source>%1 proxies</source>
        <translation>
            <numerusform>%1 proxy</numerusform>
            <numerusform>%1 proxies</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Edit %1 proxies…</source>
        <translation>
            <numerusform>Edit %1 proxy…</numerusform>
            <numerusform>Edit %1 proxies…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Delete %1 proxies…</source>
        <translation>
            <numerusform>Delete %1 proxy…</numerusform>
            <numerusform>Delete %1 proxies…</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::ProxyChanges</name>
    <message numerus="yes">
        <source>A name can have at most %1 characters.</source>
        <translation>
            <numerusform>A name can have at most %1 character.</numerusform>
            <numerusform>A name can have at most %1 characters.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::ProxyDeletionRunDialog</name>
    <message numerus="yes">
        <source>%2 of %1 deletions of proxies were not sent.</source>
        <translation>
            <numerusform>%2 of %1 deletion of a proxy was not sent.</numerusform>
            <numerusform>%2 of %1 deletions of proxies were not sent.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%2 of %1 proxies deleted</source>
        <translation>
            <numerusform>%2 of %1 proxy deleted</numerusform>
            <numerusform>%2 of %1 proxies deleted</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 proxies were not deleted.</source>
        <translation>
            <numerusform>%1 proxy was not deleted.</numerusform>
            <numerusform>%1 proxies were not deleted.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>It is not known whether %1 proxies were deleted.</source>
        <translation>
            <numerusform>It is not known whether %1 proxy was deleted.</numerusform>
            <numerusform>It is not known whether %1 proxies were deleted.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::ProxyDialog</name>
    <message numerus="yes">
        <source>%1 changes will be sent: %2</source>
        <translation>
            <numerusform>%1 change will be sent: %2</numerusform>
            <numerusform>%1 changes will be sent: %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::ProxyEditRunDialog</name>
    <message numerus="yes">
        <source>%2 of %1 proxies changed</source>
        <translation>
            <numerusform>%2 of %1 proxy changed</numerusform>
            <numerusform>%2 of %1 proxies changed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%2 of %1 proxies changed back</source>
        <translation>
            <numerusform>%2 of %1 proxy changed back</numerusform>
            <numerusform>%2 of %1 proxies changed back</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>It is not known whether %1 proxies were changed.</source>
        <translation>
            <numerusform>It is not known whether %1 proxy was changed.</numerusform>
            <numerusform>It is not known whether %1 proxies were changed.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%2 of %1 changes of proxies were not sent.</source>
        <translation>
            <numerusform>%2 of %1 change of a proxy was not sent.</numerusform>
            <numerusform>%2 of %1 changes of proxies were not sent.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 proxies were not changed.</source>
        <translation>
            <numerusform>%1 proxy was not changed.</numerusform>
            <numerusform>%1 proxies were not changed.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 proxies were changed elsewhere meanwhile.</source>
        <translation>
            <numerusform>%1 proxy was changed elsewhere meanwhile.</numerusform>
            <numerusform>%1 proxies were changed elsewhere meanwhile.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 proxies stay as they are: what they had before is not known or cannot be sent, such as no traffic limit.</source>
        <translation>
            <numerusform>%1 proxy stays as it is: what it had before is not known or cannot be sent, such as no traffic limit.</numerusform>
            <numerusform>%1 proxies stay as they are: what they had before is not known or cannot be sent, such as no traffic limit.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 proxies are changed back in part only, for such reasons.</source>
        <translation>
            <numerusform>%1 proxy is changed back in part only, for such reasons.</numerusform>
            <numerusform>%1 proxies are changed back in part only, for such reasons.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::ProxyTestDialog</name>
    <message numerus="yes">
        <source>%1 of the last %2 tests worked</source>
        <translation>
            <numerusform>%1 of %2 test worked</numerusform>
            <numerusform>%1 of the last %2 tests worked</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::PurchaseText</name>
    <message numerus="yes">
        <source>No charge of %2 since %3 except those of %1 other orders of yours</source>
        <translation>
            <numerusform>No charge of %2 since %3 except that of %1 other order of yours</numerusform>
            <numerusform>No charge of %2 since %3 except those of %1 other orders of yours</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 charges of %2 since %3</source>
        <translation>
            <numerusform>%1 charge of %2 since %3</numerusform>
            <numerusform>%1 charges of %2 since %3</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>No charge of %2 since %3, but %1 others</source>
        <translation>
            <numerusform>No charge of %2 since %3, but %1 other</numerusform>
            <numerusform>No charge of %2 since %3, but %1 others</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>No charge of %2 since %3, but %1 of this amount found later, which may be older than this order</source>
        <translation>
            <numerusform>No charge of %2 since %3, but %1 of this amount found later, which may be older than this order</numerusform>
            <numerusform>No charge of %2 since %3, but %1 of this amount found later, which may be older than this order</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>A transaction matches this order and %1 other orders of yours that have none yet. They can&apos;t be told apart. Compare them on the Activity page and decide.</source>
        <translation>
            <numerusform>A transaction matches this order and %1 other order of yours that has none yet. They can&apos;t be told apart. Compare them on the Activity page and decide.</numerusform>
            <numerusform>A transaction matches this order and %1 other orders of yours that have none yet. They can&apos;t be told apart. Compare them on the Activity page and decide.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::RecentCard</name>
    <message numerus="yes">
        <source>%1 transactions could not be read.</source>
        <translation>
            <numerusform>%1 transaction could not be read.</numerusform>
            <numerusform>%1 transactions could not be read.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::RemoveAccountDialog</name>
    <message numerus="yes">
        <source>%1 orders with their receipts and evidence are deleted too. The service does not have them.</source>
        <translation>
            <numerusform>%1 order with its receipt and evidence is deleted too. The service does not have it.</numerusform>
            <numerusform>%1 orders with their receipts and evidence are deleted too. The service does not have them.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%2 The result of %1 of them is unknown.</source>
        <comment>a sentence about all orders</comment>
        <translation>
            <numerusform>%2 The result of %1 of them is unknown.</numerusform>
            <numerusform>%2 The result of %1 of them is unknown.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::ReturnDialog</name>
    <message numerus="yes">
        <source>%1 of %2 are left out: they have no traffic left, or it is not known how much.</source>
        <translation>
            <numerusform>%1 of %2 is left out: it has no traffic left, or it is not known how much.</numerusform>
            <numerusform>%1 of %2 are left out: they have no traffic left, or it is not known how much.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Delete %1 sub-users</source>
        <translation>
            <numerusform>Delete %1 sub-user</numerusform>
            <numerusform>Delete %1 sub-users</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Take back %2 from %1 sub-users</source>
        <translation>
            <numerusform>Take back %2 from %1 sub-user</numerusform>
            <numerusform>Take back %2 from %1 sub-users</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 are left out: they have less traffic left, or it is not known how much.</source>
        <translation>
            <numerusform>%1 of %2 is left out: it has less traffic left, or it is not known how much.</numerusform>
            <numerusform>%1 of %2 are left out: they have less traffic left, or it is not known how much.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Take back traffic from %1 sub-users</source>
        <translation>
            <numerusform>Take back traffic from %1 sub-user</numerusform>
            <numerusform>Take back traffic from %1 sub-users</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::SecretClipboard</name>
    <message numerus="yes">
        <source>Cleared from the clipboard in %1 seconds.</source>
        <translation>
            <numerusform>Cleared from the clipboard in %1 second.</numerusform>
            <numerusform>Cleared from the clipboard in %1 seconds.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::ServingDialog</name>
    <message numerus="yes">
        <source>Try again with %1 sub-users…</source>
        <translation>
            <numerusform>Try again with %1 sub-user…</numerusform>
            <numerusform>Try again with %1 sub-users…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 more are on the Activity page.</source>
        <comment>earlier orders</comment>
        <translation>
            <numerusform>%1 more is on the Activity page.</numerusform>
            <numerusform>%1 more are on the Activity page.</numerusform>
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
        <source>%1 of them not as requested</source>
        <translation>
            <numerusform>%1 of them not as requested</numerusform>
            <numerusform>%1 of them not as requested</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 completed</source>
        <translation>
            <numerusform>%1 completed</numerusform>
            <numerusform>%1 completed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 refused</source>
        <translation>
            <numerusform>%1 refused</numerusform>
            <numerusform>%1 refused</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 unknown</source>
        <translation>
            <numerusform>%1 unknown</numerusform>
            <numerusform>%1 unknown</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 not done</source>
        <translation>
            <numerusform>%1 not done</numerusform>
            <numerusform>%1 not done</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 not sent</source>
        <translation>
            <numerusform>%1 not sent</numerusform>
            <numerusform>%1 not sent</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::Settings</name>
    <message numerus="yes">
        <source>%1 lines of the settings file are damaged, and what they set has its default. The file as it was is now “%2”.</source>
        <translation>
            <numerusform>%1 line of the settings file is damaged, and what it set has its default. The file as it was is now “%2”.</numerusform>
            <numerusform>%1 lines of the settings file are damaged, and what they set has its default. The file as it was is now “%2”.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::SignInForm</name>
    <message numerus="yes">
        <source>Reseller Key accepted: %1 traffic types</source>
        <translation>
            <numerusform>Reseller Key accepted: %1 traffic type</numerusform>
            <numerusform>Reseller Key accepted: %1 traffic types</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::SpendChart</name>
    <message numerus="yes">
        <source>%1 more: %2</source>
        <translation>
            <numerusform>%1 more: %2</numerusform>
            <numerusform>%1 more: %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 more</source>
        <translation>
            <numerusform>%1 more</numerusform>
            <numerusform>%1 more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::StoredRunDialog</name>
    <message numerus="yes">
        <source>Check %1 again</source>
        <translation>
            <numerusform>Check %1 again</numerusform>
            <numerusform>Check %1 again</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Try %1 again</source>
        <translation>
            <numerusform>Try %1 again</numerusform>
            <numerusform>Try %1 again</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::SubUserOrderText</name>
    <message numerus="yes">
        <source>%1 with this user name</source>
        <translation>
            <numerusform>%1 with this user name</numerusform>
            <numerusform>%1 with this user name</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 new entries, %2 of other orders</source>
        <translation>
            <numerusform>%1 new entry, %2 of other orders</numerusform>
            <numerusform>%1 new entries, %2 of other orders</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 new entries</source>
        <translation>
            <numerusform>%1 new entry</numerusform>
            <numerusform>%1 new entries</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::SubUserText</name>
    <message numerus="yes">
        <source>At least %1 days left</source>
        <translation>
            <numerusform>At least %1 day left</numerusform>
            <numerusform>At least %1 days left</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>About %1 days left</source>
        <translation>
            <numerusform>About %1 day left</numerusform>
            <numerusform>About %1 days left</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>How long it lasts is not known yet: a forecast needs %1 days.</source>
        <translation>
            <numerusform>How long it lasts is not known yet: a forecast needs %1 day.</numerusform>
            <numerusform>How long it lasts is not known yet: a forecast needs %1 days.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>About %1 days left at the average since it was created, %2 a day.</source>
        <translation>
            <numerusform>About %1 day left at the average since it was created, %2 a day.</numerusform>
            <numerusform>About %1 days left at the average since it was created, %2 a day.</numerusform>
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
        <source>Note for %1 sub-users…</source>
        <translation>
            <numerusform>Note for %1 sub-user…</numerusform>
            <numerusform>Note for %1 sub-users…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 notes saved</source>
        <translation>
            <numerusform>%1 note saved</numerusform>
            <numerusform>%1 notes saved</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 sub-users</source>
        <translation>
            <numerusform>%1 sub-user</numerusform>
            <numerusform>%1 sub-users</numerusform>
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
    <name>relaybook::TopUpForm</name>
    <message numerus="yes">
        <source>At today&apos;s use, what is left and %2 more would last for %1 days.</source>
        <translation>
            <numerusform>At today&apos;s use, what is left and %2 more would last for %1 day.</numerusform>
            <numerusform>At today&apos;s use, what is left and %2 more would last for %1 days.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::TrafficChart</name>
    <message numerus="yes">
        <source>Traffic left, as loaded on %1 days</source>
        <translation>
            <numerusform>Traffic left, as loaded on %1 day</numerusform>
            <numerusform>Traffic left, as loaded on %1 days</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Traffic used, as loaded on %1 days</source>
        <translation>
            <numerusform>Traffic used, as loaded on %1 day</numerusform>
            <numerusform>Traffic used, as loaded on %1 days</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::TransactionsPage</name>
    <message numerus="yes">
        <source>%1 transactions</source>
        <translation>
            <numerusform>%1 transaction</numerusform>
            <numerusform>%1 transactions</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::UnclearLines</name>
    <message numerus="yes">
        <source>%1 of %2 lines cannot be split again</source>
        <translation>
            <numerusform>%1 of %2 lines cannot be split again</numerusform>
            <numerusform>%1 of %2 lines cannot be split again</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::WarningSettings</name>
    <message numerus="yes">
        <source>%1 days</source>
        <translation>
            <numerusform>%1 day</numerusform>
            <numerusform>%1 days</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::WindowAccounts</name>
    <message numerus="yes">
        <source>%2 has %1 orders with an unknown result.</source>
        <comment>an account</comment>
        <translation>
            <numerusform>%2 has %1 order with an unknown result.</numerusform>
            <numerusform>%2 has %1 orders with an unknown result.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Other accounts have %1 orders with an unknown result.</source>
        <translation>
            <numerusform>Another account has %1 order with an unknown result.</numerusform>
            <numerusform>Other accounts have %1 orders with an unknown result.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::WindowStatus</name>
    <message numerus="yes">
        <source>%1 transactions stored on this computer</source>
        <translation>
            <numerusform>%1 transaction stored on this computer</numerusform>
            <numerusform>%1 transactions stored on this computer</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaybook::WorkCard</name>
    <message numerus="yes">
        <source>The result of %1 more orders is unknown.</source>
        <translation>
            <numerusform>The result of %1 more order is unknown.</numerusform>
            <numerusform>The result of %1 more orders is unknown.</numerusform>
        </translation>
    </message>
</context>
</TS>
