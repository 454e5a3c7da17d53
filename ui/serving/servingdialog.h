// SPDX-License-Identifier: GPL-3.0-or-later
// Base class of the dialogs that move traffic to and from sub-users: of one or of many, with a
// table of what is confirmed, and a table of the results.
#pragma once

#include "models/serving/subuserdesk.h"
#include "ui/base/confirmeddialog.h"
#include "ui/widgets/rowlist.h"

#include <optional>
#include <vector>

class QPushButton;

namespace relaybook {

class Card;
class ServingItemsModel;
class ServingResults;
class TableView;

class ServingDialog : public ConfirmedDialog
{
    Q_OBJECT

public:
    [[nodiscard]] QStringList orders() const override;
    /// Those and all that it confirmed before.
    [[nodiscard]] const QStringList &allOperations() const { return m_allOperations; }

    /// While operations are carried out, the dialog closes and they continue; a single one that
    /// still waits is cancelled.
    void reject() override;

Q_SIGNALS:
    /// The only operation has a result that is more than an error at a field.
    void operationEnded(const QString &id);
    /// The user wants to buy what a pool lacks for what the form asks for.
    void topUpWanted(const QString &trafficType, relaybook::TrafficAmount missing);

protected:
    ServingDialog(const PageContext &context, QWidget *parent);

    [[nodiscard]] virtual Texts textsOf(const SubUserConfirmation &confirmation) const = 0;
    /// Reads what was typed since it was read last.
    virtual void readForm() {}
    /// What the form asks for; empty as long as something is missing in it.
    [[nodiscard]] virtual std::vector<SubUserRequest> requests() const = 0;
    [[nodiscard]] virtual QList<RowList::Row>
    confirmRows(const SubUserConfirmation &confirmation) const = 0;
    /// Called before the confirmation is shown.
    virtual void beforeConfirm(const SubUserConfirmation &confirmation);
    /// Whether the requests that were read for the confirmation are what the user asked for; if
    /// not, requests() is read again.
    [[nodiscard]] virtual bool isAsAsked(const SubUserConfirmation &confirmation);
    /// Says at the form why nothing was sent; an empty text removes it.
    virtual void showFormProblem(const QString &text) = 0;
    /// The confirmation has requests that cannot be sent.
    virtual void showVerdicts(const SubUserConfirmation &confirmation);
    /// Asks for these again, of which nothing was moved.
    virtual void askAgain(const std::vector<SubUserRequest> &requests) = 0;
    [[nodiscard]] virtual int formWidth() const { return 560; }
    /// The form was shown again, or for the first time.
    virtual void focusForm() {}
    /// Makes the texts of the form again.
    virtual void showFormAgain() = 0;
    /// All operations ended.
    virtual void whenEnded() {}

    /// What is wrong with the sum; empty if the pools hold enough, or what they hold isn't known.
    [[nodiscard]] QString shortageText(const std::vector<SubUserRequest> &asked) const;
    /// A link to the purchase of what is missing, for the form; hidden while nothing is.
    [[nodiscard]] QPushButton *topUpLink() const { return m_topUp; }
    void updateTopUpLink(const std::vector<SubUserRequest> &asked);
    [[nodiscard]] ServingResults &results() const { return *m_results; }
    [[nodiscard]] SubUserDesk &desk() const { return m_desk; }
    /// Call it at the end of the derived class's constructor.
    void begin();
    /// "about 3 min", because of the service's limits; empty where that is not worth a word.
    [[nodiscard]] QString limitText(SubUserRequest::Kind kind, qint64 count) const;

    [[nodiscard]] Texts confirmTexts() const override;
    [[nodiscard]] bool isFormReady() const override { return !requests().empty(); }
    [[nodiscard]] bool hasConfirmation() const override { return m_confirmation.has_value(); }
    [[nodiscard]] int widthOf(Step step) const override;
    void whenShown(Step step) override;
    void showTextsAgain() override;
    void prepare() override;
    void send() override;
    void startSubmit() override;
    void stopSubmit() override;

private:
    void build();
    void buildItems();
    void confirm(const SubUserConfirmation &confirmation);
    void showUnresolved(const std::vector<const SubUserOrder *> &earlier);
    /// Unresolved orders of the same sub-users, the newest first.
    [[nodiscard]] std::vector<const SubUserOrder *>
    unknownAmong(const SubUserConfirmation &asked) const;
    void answered(const RunAnswer &answer);
    void follow();
    void refused(const SubUserOrder &operation);
    void updateResults();
    void openOperation(const QString &id);

    SubUserDesk &m_desk;
    Card *m_frame;
    TableView *m_table;
    ServingItemsModel *m_items;
    ServingResults *m_results;
    QPushButton *m_cancelRest;
    QPushButton *m_topUp;
    QString m_shortPool; ///< that m_topUp is about
    TrafficAmount m_missing;
    Call m_prepare;
    std::optional<SubUserConfirmation> m_confirmation;
    QStringList m_operations;
    QStringList m_allOperations;
    QString m_batch;
    bool m_isRead = false; ///< the requests were calculated again once for what was just read
};

} // namespace relaybook
