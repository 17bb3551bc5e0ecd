import type { ChainSight, EndpointAnswer } from '../../../domain/desk/evidence.ts';
import type { DeskWords } from '../../../words/desk/deskWords.ts';
import { deskWords } from '../../../words/desk/deskWords.ts';
import { useWords } from '../../../words/useWords.ts';
import styles from './ChainSights.module.css';

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

/** What each chain shows of the hash, and how its RPC endpoints agree. */
export function ChainSights({ sights }: { readonly sights: readonly ChainSight[] }) {
  const words = useWords(deskWords);
  return (
    <ul className={styles.sights}>
      {sights.map((sight) => (
        <li key={sight.chain.id} className={styles[sight.kind]}>
          <strong>{sight.chain.name}</strong>
          <span>{sightText(sight, words)}</span>
          <Endpoints endpoints={sight.endpoints} />
        </li>
      ))}
    </ul>
  );
}

function Endpoints({ endpoints }: { readonly endpoints: readonly EndpointAnswer[] }) {
  const { t } = useWords(deskWords);
  return (
    <small dir="ltr">{endpoints.map(({ host, answer }) => `${host}: ${t(`answer_${answer}`)}`).join(' · ')}</small>
  );
}
