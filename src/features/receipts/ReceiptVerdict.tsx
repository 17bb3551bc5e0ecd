import { Notice } from '../../ui/Notice.tsx';
import { RefundNotice } from '../../ui/RefundNotice.tsx';
import { ShortfallList } from '../../ui/ShortfallList.tsx';
import type { Places } from '../../ui/verdict/verdictText.ts';
import { verdictText } from '../../ui/verdict/verdictText.ts';
import { statusWords } from '../../words/status/statusWords.ts';
import { useWords } from '../../words/useWords.ts';
import { verdictWords } from '../../words/verdict/verdictWords.ts';
import type { LookedUp } from './useLookup.ts';

type Props = {
  readonly found: LookedUp;
  readonly places: Places;
  /** Where no card shows the headline. */
  readonly isAlone?: boolean;
};

/** What the verdict means: where the tokens are, and what to do. */
export function ReceiptVerdict({ found: { verdict, refund }, places, isAlone = false }: Props) {
  const words = { verdict: useWords(verdictWords), status: useWords(statusWords) };
  const { title, lines, todo, tone } = verdictText(verdict, places, words);
  return (
    <>
      <Notice tone={tone} {...(isAlone ? { title } : {})}>
        {[...lines, todo].map((line) => (
          <p key={line}>{line}</p>
        ))}
        {'shortfalls' in verdict ? <ShortfallList shortfalls={verdict.shortfalls} /> : null}
      </Notice>
      {refund?.proof.kind === 'proven' ? (
        <RefundNotice
          proof={refund.proof}
          deposit={{
            chainName: refund.origin.name,
            tokenName: refund.token.name,
            decimals: refund.token.decimals,
            amount: refund.deposit.amount,
          }}
        />
      ) : null}
    </>
  );
}
