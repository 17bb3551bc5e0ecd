import { useState } from 'react';
import type { Hash } from 'viem';
import { Link } from 'wouter';
import { assertNever } from '#shared/assertNever.ts';
import { findHash, parseHash } from '#shared/hash.ts';
import type { AppServices } from '../app/services.ts';
import { useAppServices } from '../app/services.ts';
import type { Texts } from '../i18n/texts.ts';
import { useTexts } from '../i18n/useTexts.ts';
import type { ChainEvidence } from '../receipts/model/evidence.ts';
import { bestEvidence } from '../receipts/model/judgeWithoutDeposit.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Field } from '../ui/Field.tsx';
import { Notice } from '../ui/Notice.tsx';
import ui from '../ui/ui.module.css';
import type { Adopted } from './adoptDeposits.ts';
import { adoptDeposits } from './adoptDeposits.ts';

/** Adds a transfer from another browser or wallet by its hash. */
export function AddDialog({ onClose }: { readonly onClose: () => void }) {
  const texts = useTexts('app');
  const { t } = texts;
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
    <Dialog title={t('addTitle')} onClose={onClose}>
      <form
        className={ui.stack}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) add();
        }}
      >
        <Field
          label={t('hash')}
          isCode
          problem={isInvalid ? t('addHashInvalid') : null}
          value={text}
          onChange={(event) => setText(event.target.value)}
          action={
            <Button type="submit" kind="primary" busy={isBusy}>
              {t('add')}
            </Button>
          }
        />
        {result ? <ResultNotice result={result} texts={texts} /> : null}
      </form>
    </Dialog>
  );
}

type Result =
  | { readonly kind: 'adopted'; readonly chainName: string; readonly adopted: Adopted }
  | { readonly kind: 'notFound'; readonly evidence: readonly ChainEvidence[] }
  | { readonly kind: 'notLoaded' };

/** Finds the chain of the deposit, and adds it. */
async function addByHash({ chainReads, deskReads, registry, store }: AppServices, hash: Hash): Promise<Result> {
  const evidence = await (await deskReads()).evidenceOf(hash);
  const best = bestEvidence(evidence);
  if (best?.kind !== 'mined' || best.deposits.length === 0) return { kind: 'notFound', evidence };
  const sources = { reads: await chainReads(), registry, store, now: () => Date.now() };
  const adopted = await adoptDeposits(sources, { chain: best.chain, hash });
  return { kind: 'adopted', chainName: best.chain.name, adopted };
}

function ResultNotice({ result, texts }: { readonly result: Result; readonly texts: Texts<'app'> }) {
  const { t } = texts;
  switch (result.kind) {
    case 'adopted': {
      const { adopted, chainName } = result;
      if (adopted.kind === 'refused') return <Notice tone="warning">{t(`addRefused_${adopted.reason}`)}</Notice>;
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
      return <Notice tone="warning">{notFoundText(result.evidence, texts)}</Notice>;
    case 'notLoaded':
      return <Notice tone="danger">{t('addNotLoaded')}</Notice>;
    default:
      return assertNever(result);
  }
}

function notFoundText(evidence: readonly ChainEvidence[], { t, anyOf, allOf }: Texts<'app'>): string {
  const best = bestEvidence(evidence);
  if (best?.kind === 'mined') return t(best.failure ? 'addReverted' : 'addNotADeposit', { chain: best.chain.name });
  if (best?.kind === 'pending') return t('addPending', { chain: best.chain.name });
  const silent = evidence.filter(({ kind }) => kind === 'silent').map(({ chain }) => chain.name);
  if (silent.length > 0) return t('addSilent', { chains: allOf(silent) });
  return t('addNowhere', { chains: anyOf(evidence.map(({ chain }) => chain.name)) });
}
