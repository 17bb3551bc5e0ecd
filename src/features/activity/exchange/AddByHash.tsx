import { useState } from 'react';
import type { Hash } from 'viem';
import { Link } from 'wouter';
import { assertNever } from '#shared/assertNever.ts';
import { findHash, parseHash } from '#shared/hash.ts';
import type { AppServices } from '../../../context/appServices.ts';
import { useAppServices } from '../../../context/appServices.ts';
import type { HashEvidence } from '../../../domain/hashEvidence.ts';
import { chainByName } from '../../../domain/registry.ts';
import type { Adopted } from '../../../tracking/adoptDeposits.ts';
import { adoptDeposits } from '../../../tracking/adoptDeposits.ts';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/Field.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import type { ExchangeWords } from '../../../words/exchange/exchangeWords.ts';
import { exchangeWords } from '../../../words/exchange/exchangeWords.ts';
import { useWords } from '../../../words/useWords.ts';
import styles from './ExchangeDialog.module.css';

type Result =
  | { readonly kind: 'adopted'; readonly chainName: string; readonly adopted: Adopted }
  | { readonly kind: 'notFound'; readonly evidence: HashEvidence }
  | { readonly kind: 'notLoaded' };

/** Finds out which chain has the deposit, and adds it. */
async function addByHash({ chainReads, registry, store }: AppServices, hash: Hash): Promise<Result> {
  const reads = await chainReads();
  const evidence = await reads.locate(hash);
  const chain =
    evidence.kind === 'found' && evidence.finding.kind === 'deposit'
      ? chainByName(registry, evidence.finding.chainName)
      : undefined;
  if (!chain) return { kind: 'notFound', evidence };
  const sources = { reads, registry, store, now: () => Date.now() };
  return { kind: 'adopted', chainName: chain.name, adopted: await adoptDeposits(sources, { chain, hash }) };
}

export function AddByHash() {
  const words = useWords(exchangeWords);
  const { t } = words;
  const services = useAppServices();
  const [text, setText] = useState('');
  const [isInvalid, setInvalid] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [result, setResult] = useState<Result | null>(null);
  function add(): void {
    const hash = findHash(text) ?? parseHash(`0x${text.trim()}`);
    setInvalid(hash === null);
    setResult(null);
    if (hash === null) return;
    setBusy(true);
    void addByHash(services, hash)
      .catch((): Result => ({ kind: 'notLoaded' }))
      .then((found) => {
        setResult(found);
        setBusy(false);
      });
  }
  return (
    <form
      className={styles.part}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) add();
      }}
    >
      <Field
        label={t('hash')}
        isCode
        problem={isInvalid ? t('hashInvalid') : null}
        value={text}
        onChange={(event) => setText(event.target.value)}
        action={
          <Button type="submit" kind="primary" busy={isBusy}>
            {t('add')}
          </Button>
        }
      />
      {result ? <ResultNotice result={result} words={words} /> : null}
    </form>
  );
}

function ResultNotice({ result, words }: { readonly result: Result; readonly words: ExchangeWords }) {
  const { t } = words;
  switch (result.kind) {
    case 'adopted': {
      const { adopted, chainName } = result;
      if (adopted.kind === 'refused') return <Notice tone="warning">{t(`refused_${adopted.reason}`)}</Notice>;
      return (
        <Notice tone="good" title={t(adopted.kind === 'added' ? 'addedFrom' : 'knownFrom', { chain: chainName })}>
          {adopted.ids.map((id) => (
            <p key={id}>
              <Link href={`/transfers/${id}`}>{t('openTransfer')}</Link>
            </p>
          ))}
        </Notice>
      );
    }
    case 'notFound':
      return <Notice tone="warning">{evidenceText(result.evidence, words)}</Notice>;
    case 'notLoaded':
      return <Notice tone="danger">{t('notLoaded')}</Notice>;
    default:
      return assertNever(result);
  }
}

function evidenceText(evidence: HashEvidence, { t, anyOf, allOf }: ExchangeWords): string {
  if (evidence.kind === 'incomplete') return t('silent', { chains: allOf(evidence.silent) });
  if (evidence.kind === 'nowhere') return t('nowhere', { chains: anyOf(evidence.chainNames) });
  const { kind, chainName: chain } = evidence.finding;
  if (kind === 'pending') return t('pending', { chain });
  return t(kind === 'reverted' ? 'reverted' : 'notADeposit', { chain });
}
