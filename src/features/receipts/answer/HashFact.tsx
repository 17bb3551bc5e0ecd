import { useExplorer } from '../../../context/useExplorer.ts';
import ui from '../../../ui/ui.module.css';
import styles from './answer.module.css';
import { Fact } from './Fact.tsx';

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
        <a className={ui.link} href={href} target="_blank" rel="noreferrer">
          {short}
        </a>
      )}
    </Fact>
  );
}
