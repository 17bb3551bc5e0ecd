import type { DeskWords } from '../../i18n/desk/deskWords.ts';
import { deskWords } from '../../i18n/desk/deskWords.ts';
import { useWords } from '../../i18n/useWords.ts';
import ui from '../../ui/ui.module.css';
import type { ChainSight, EndpointAnswer } from '../model/evidence.ts';
import type { Case, DepositCase } from '../model/judge.ts';
import styles from './answer.module.css';

function sightText(sight: ChainSight, { t }: DeskWords): string {
  switch (sight.kind) {
    case 'silent':
      return t('sight_silent', { reason: sight.reason });
    case 'unknown':
      return t('sight_unknown');
    case 'pending':
      return t('sight_pending');
    case 'mined':
      return t(sight.failure ? 'sight_failed' : 'sight_mined', { block: `${sight.blockNumber}` });
  }
}

/** What a chain shows of the deposits that the hash leads to, and of their payments. */
function depositLines({ chain }: ChainSight, deposits: readonly DepositCase[], { t }: DeskWords): readonly string[] {
  const lines = deposits.flatMap(({ evidence }) => {
    const { payout, refund } = evidence;
    const isHere = evidence.chain.id === chain.id;
    return [
      ...(isHere ? [t('sight_deposit', { block: `${evidence.blockNumber}` })] : []),
      ...(payout.kind === 'proven' && payout.chain?.id === chain.id
        ? [t('sight_payout', { block: `${payout.blockNumber}` })]
        : []),
      ...(refund.kind === 'proven' && isHere ? [t('sight_refund', { block: `${refund.blockNumber}` })] : []),
    ];
  });
  const isElsewhere = deposits.every(({ evidence }) => evidence.chain.id !== chain.id);
  return [...new Set([...(isElsewhere ? [t('sight_elsewhere')] : []), ...lines])];
}

function linesOf(sight: ChainSight, { deposits }: Case, words: DeskWords): readonly string[] {
  if (sight.kind === 'silent' || deposits.length === 0) return [sightText(sight, words)];
  return depositLines(sight, deposits, words);
}

/** What each chain shows of the hash and of what it leads to, and how the RPC endpoints agree on the hash. */
export function ChainSights({ found }: { readonly found: Case }) {
  const words = useWords(deskWords);
  return (
    <ul className={styles.sights}>
      {found.evidence.sights.map((sight) => (
        <li key={sight.chain.id} className={styles[sight.kind]}>
          <strong>{sight.chain.name}</strong>
          <span>
            {linesOf(sight, found, words).map((line) => (
              <span key={line}>{line}</span>
            ))}
          </span>
          <Endpoints endpoints={sight.endpoints} />
        </li>
      ))}
    </ul>
  );
}

function Endpoints({ endpoints }: { readonly endpoints: readonly EndpointAnswer[] }) {
  const { t } = useWords(deskWords);
  return (
    <small className={ui.small} dir="ltr">
      {endpoints.map(({ host, answer }) => `${host}: ${t(`answer_${answer}`)}`).join(' · ')}
    </small>
  );
}
