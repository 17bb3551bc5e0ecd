import type { Case, DepositCase } from '../../../domain/desk/judge.ts';
import { toneOf } from '../../../domain/verdict/verdictKinds.ts';
import { CardPicture } from '../../../ui/causeway/CardPicture.tsx';
import { causewayOf } from '../../../ui/causeway/causewayOf.ts';
import tones from '../../../ui/tones.module.css';
import ui from '../../../ui/ui.module.css';
import type { Places } from '../../../ui/verdict/verdictText.ts';
import { deskWords } from '../../../words/desk/deskWords.ts';
import { elapsedText } from '../../../words/elapsedText.ts';
import { useLanguage } from '../../../words/language.ts';
import { receiptsWords } from '../../../words/receipts/receiptsWords.ts';
import { useWords } from '../../../words/useWords.ts';
import { verdictWords } from '../../../words/verdict/verdictWords.ts';
import { caseTitle, verdictTitle } from '../caseTitle.ts';
import styles from './answer.module.css';
import { ConfidenceMark } from './ConfidenceMark.tsx';
import { DepositStory } from './DepositStory.tsx';
import { HashFacts } from './HashFacts.tsx';
import { usePlaces } from './usePlaces.ts';

/** The answer: first the verdict and how well it is founded, then what happened to each deposit. */
export function CaseCard({ found }: { readonly found: Case }) {
  const { t } = useWords(receiptsWords);
  const desk = useWords(deskWords);
  const words = { desk, verdict: useWords(verdictWords) };
  const { verdicts, confidence, money, deposits, via } = found;
  const [only, ...others] = deposits;
  return (
    <article className={`${ui.card} ${styles.verdict}`} aria-label={t('title')}>
      {only && others.length === 0 ? <Picture one={only} /> : null}
      <header className={ui.row} aria-live="polite">
        <h2>
          <span className={`${ui.chip} ${styles.headline} ${tones[toneOf(...verdicts)]}`}>
            {caseTitle(verdicts, words)}
          </span>
        </h2>
        <ConfidenceMark confidence={confidence} />
      </header>
      <p className={styles.money}>{desk.t(`money_${money}`)}</p>
      {via === null || via === 'replaced' ? null : (
        <p className={`${ui.note} ${styles.pasted}`}>{desk.t(`pasted_${via}`)}</p>
      )}
      <HashFacts found={found} />
      {deposits.map((one, index) => (
        <DepositPart key={one.evidence.deposit.id} one={one} number={index + 1} count={deposits.length} />
      ))}
    </article>
  );
}

function Picture({ one }: { readonly one: DepositCase }) {
  const { t } = useWords(verdictWords);
  const { locale } = useLanguage();
  const places = usePlaces(one.journey);
  const took = one.seconds === null ? null : t('took', { time: elapsedText(one.seconds, locale) });
  const state = causewayOf(one.verdict);
  return (
    <>
      <CardPicture state={state} {...places} label={took} />
      {took ? <p className="visuallyHidden">{took}</p> : null}
    </>
  );
}

type PartProps = { readonly one: DepositCase; readonly number: number; readonly count: number };

function DepositPart({ one, number, count }: PartProps) {
  const desk = useWords(deskWords);
  const words = { desk, verdict: useWords(verdictWords) };
  const places: Places = usePlaces(one.journey);
  if (count === 1) return <DepositStory one={one} places={places} />;
  return (
    <section className={`${ui.stack} ${styles.part}`}>
      <h3>
        {desk.t('depositOf', { number: `${number}`, count: `${count}` })}
        <span className={`${ui.chip} ${tones[toneOf(one.verdict)]}`}>{verdictTitle(one.verdict, words)}</span>
      </h3>
      <ConfidenceMark confidence={one.confidence} />
      <DepositStory one={one} places={places} />
    </section>
  );
}
