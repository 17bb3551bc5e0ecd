import { MaintenanceNotice } from '../transfer/MaintenanceNotice.tsx';
import { Causeway } from '../ui/Causeway.tsx';
import { AmountAnnouncement } from './AmountAnnouncement.tsx';
import { FiatField, ReceiveLine, SendLine } from './AmountLines.tsx';
import { AmountProblemLine } from './AmountProblem.tsx';
import { BalanceRow } from './BalanceRow.tsx';
import { BlockedNotice, LinkNotice, OfferProblem, RefusalNotice, WrongNetwork } from './FormNotices.tsx';
import { FormScene } from './FormScene.tsx';
import { MismatchReport } from './quote/MismatchReport.tsx';
import { QuoteDetails } from './quote/QuoteDetails.tsx';
import { RecipientField } from './recipient/RecipientField.tsx';

/** The components of the form that load together, once the form is usable (later.ts). */
export const restOfForm = {
  ...{ AmountProblemLine, BalanceRow, FiatField, QuoteDetails, ReceiveLine, RecipientField, SendLine },
  ...{ BlockedNotice, LinkNotice, MaintenanceNotice, MismatchReport, OfferProblem, RefusalNotice, WrongNetwork },
  ...{ AmountAnnouncement, Causeway, FormScene },
};
