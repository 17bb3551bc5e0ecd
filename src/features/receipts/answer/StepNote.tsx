import type { DepositCase } from '../../../domain/desk/judge.ts';
import type { StepKind } from '../../../domain/verdict/stepsOf.ts';
import ui from '../../../ui/ui.module.css';
import { deskWords } from '../../../words/desk/deskWords.ts';
import { useWords } from '../../../words/useWords.ts';
import { UtcTime } from './UtcTime.tsx';

type Props = { readonly kind: StepKind; readonly one: DepositCase };

/** When a step happened, and how much it moved. Only a chain tells both. */
export function StepNote({ kind, one }: Props) {
  const { sum } = useWords(deskWords);
  const { evidence, journey, received, sentAtMs, paidAtMs } = one;
  const token = journey.tokenName;
  const isPaid = evidence[kind === 'refund' ? 'refund' : 'payout'].kind === 'proven';
  const [amount, ms] =
    kind === 'deposit'
      ? [journey.sent, sentAtMs]
      : (kind === 'delivery' || kind === 'refund') && isPaid
        ? [received, paidAtMs]
        : [null, null];
  if (amount === null && ms === null) return null;
  return (
    <span className={`${ui.row} ${ui.small} ${ui.numbers}`}>
      {amount && token !== null ? <span>{sum(amount, token)}</span> : null}
      {ms === null ? null : <UtcTime ms={ms} />}
    </span>
  );
}
