import { useExplorer } from '../../../context/useExplorer.ts';
import { Fact } from './Fact.tsx';
import styles from './HashFact.module.css';

type Props = {
  readonly label: string;
  readonly hash: string;
  /** The chain whose block explorer shows the transaction; null for a hash that is no transaction. */
  readonly chainId: number | null;
};

/** A hash: shortened on a screen, whole on paper. */
export function HashFact({ label, hash, chainId }: Props) {
  const explorer = useExplorer();
  const href = chainId === null ? null : explorer(chainId, hash);
  const short = (
    <span className={styles.hash} title={hash}>
      <span>
        {hash.slice(0, 10)}…{hash.slice(-8)}
      </span>
    </span>
  );
  return (
    <Fact label={label} value={hash}>
      {href === null ? (
        short
      ) : (
        <a className={styles.link} href={href} target="_blank" rel="noreferrer">
          {short}
        </a>
      )}
    </Fact>
  );
}
