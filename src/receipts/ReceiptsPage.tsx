// The receipts desk answers what became of a transfer, from a hash alone, for customers and support.
// `model/readPaste` finds hashes and addresses in any text. `useReadLookup` looks a hash up: `reads/` asks every configured RPC
// endpoint and the service and keeps their answers as evidence, and `model/judge` decides from the evidence alone. `answer/`
// shows one lookup, `table/` many of them, `pins/` follows some, and `proof/` writes and verifies files that prove a delivery.

import { useRef, useState } from 'react';
import type { Address } from 'viem';
import { useLocation, useSearch } from 'wouter';
import { useAppServices } from '../app/services.ts';
import type { Texts } from '../i18n/texts.ts';
import { useTexts } from '../i18n/useTexts.ts';
import { afterIdle } from '../ui/afterIdle.ts';
import { lazyChunk } from '../ui/lazyChunk.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';
import ui from '../ui/ui.module.css';
import { LookupAnswer } from './answer/LookupAnswer.tsx';
import type { HashList } from './model/hashList.ts';
import type { DeskItem, Paste } from './model/readPaste.ts';
import { readPaste } from './model/readPaste.ts';
import { DeskBox, MOST_SHOWN } from './paste/DeskBox.tsx';
import { Shortcuts, useDeskKey } from './paste/deskKeys.tsx';
import { itemPath, PasteSummary } from './paste/PasteSummary.tsx';
import styles from './receipts.module.css';
import type { ManyOf } from './table/ManyHashes.tsx';

const ManyHashes = lazyChunk(async () => (await import('./table/ManyHashes.tsx')).ManyHashes, 'page');

const ListFile = lazyChunk(async () => (await import('./table/ListFile.tsx')).ListFile, 'line', {
  fallback: <div className={styles.filePlace} />,
});
const PinnedLookups = lazyChunk(async () => (await import('./pins/PinnedLookups.tsx')).PinnedLookups, 'decoration');
// Few visitors need this, so it loads when idle. It must work after the network is gone.
const VerifyProof = lazyChunk(
  () => afterIdle(async () => (await import('./proof/VerifyProof.tsx')).VerifyProof),
  'line',
  { fallback: <div className={styles.verifyPlace} /> },
);

/** What the person typed, and what was last looked up. It applies while the page shows the item it led to. */
type Entry = { readonly at: string | null; readonly text: string; readonly paste: Paste | null };

/** A link can name the deposit's chain. */
function originIn(search: string): number | null {
  const text = new URLSearchParams(search).get('origin') ?? '';
  return /^[0-9]{1,15}$/.test(text) ? Number(text) : null;
}

/** The item to look up in a text. An account beside a hash, such as its Safe, only helps to find the hash. */
function onlyItem(items: readonly DeskItem[]): DeskItem | null {
  const hashes = items.filter(({ kind }) => kind === 'hash');
  const [first, ...others] = hashes.length > 0 ? hashes : items;
  return first && others.length === 0 ? first : null;
}

function keyOf(item: DeskItem): string {
  return item.kind === 'hash' ? item.hash : item.address;
}

/** What the box shows in place of a long text. */
function shortened(text: string, { items }: Paste): string {
  return items.length > 0 ? items.map(keyOf).join('\n') : text.slice(0, MOST_SHOWN);
}

/** The receipts desk. It needs no wallet, and no storage of this browser. `item` is the hash or address of the path. */
export function ReceiptsPage({ item }: { readonly item: string | null }) {
  const { t } = useTexts('desk');
  const { chains } = useAppServices().registry;
  const [, navigate] = useLocation();
  const originId = originIn(useSearch());
  const box = useRef<HTMLTextAreaElement>(null);
  const fromPath = (): Entry => ({ at: item, text: item ?? '', paste: item === null ? null : readPaste(item, chains) });
  const [typed, setTyped] = useState<Entry>(fromPath);
  const entry = typed.at === item ? typed : fromPath();
  const [list, setList] = useState<HashList | null>(null);
  // A link to many hashes lists them in its fragment. Going back from one of them opens the list again.
  const fragment = item === null ? window.location.hash : '';
  useDeskKey('/', () => box.current?.focus());

  function lookUp(text: string): void {
    const paste = readPaste(text, chains);
    const only = onlyItem(paste.items);
    // If the text has nothing to look up, the path stays, but the earlier answer is hidden.
    const at = only ? keyOf(only) : paste.items.length > 0 ? null : item;
    setList(null);
    setTyped({ at, text: text.length > MOST_SHOWN ? shortened(text, paste) : text, paste });
    if (at !== item) navigate(only ? itemPath(only) : '/receipts');
  }

  function openList(opened: HashList): void {
    setList(opened);
    setTyped({ at: null, text: '', paste: null });
    if (item !== null) navigate('/receipts');
  }

  return (
    <section className={styles.page}>
      <PageHeading title={t('navReceipts')} line={t('deskLine')} />
      <div className={`${ui.stack} ${styles.search}`}>
        <DeskBox
          ref={box}
          text={entry.text}
          problem={problemOf(entry, t)}
          onChange={(text) => (text.length > MOST_SHOWN ? lookUp(text) : setTyped({ ...entry, text }))}
          onLookUp={lookUp}
        />
        <ListFile onList={openList} />
        {entry.paste ? <PasteSummary paste={entry.paste} /> : null}
      </div>
      {entry.paste ? <AnswerPart items={entry.paste.items} originId={originId} /> : null}
      {list && item === null ? <ManyAnswers of={{ kind: 'file', list }} addresses={[]} /> : null}
      {!entry.paste && !list && fragment !== '' ? <ManyAnswers of={{ kind: 'link', fragment }} addresses={[]} /> : null}
      <PinnedLookups />
      <VerifyProof />
      <Shortcuts />
    </section>
  );
}

function problemOf({ text, paste }: Entry, t: Texts<'desk'>['t']): string | null {
  if (!paste || paste.items.length > 0) return null;
  return t(text.trim() === '' ? 'nothingTyped' : 'nothingFound');
}

type AnswerProps = {
  readonly items: readonly DeskItem[];
  /** The chain that the link of the page names. */
  readonly originId: number | null;
};

/** The answer about everything that was pasted. An address beside hashes only helps to find them. */
function AnswerPart({ items, originId }: AnswerProps) {
  const hashes = items.filter((item) => item.kind === 'hash');
  const addresses = items.filter((item) => item.kind === 'address').map(({ address }) => address);
  const [first, ...others] = hashes;
  const [account, ...accounts] = addresses;
  if (others.length > 0) return <ManyAnswers of={{ kind: 'pasted', hashes }} addresses={addresses} />;
  if (first) {
    return (
      <LookupAnswer key={first.hash} hash={first.hash} chainId={first.chainId ?? originId} addresses={addresses} />
    );
  }
  // The summary of the paste links to each of several addresses.
  if (!account || accounts.length > 0) return null;
  return <ManyAnswers of={{ kind: 'wallet', account }} addresses={addresses} />;
}

type ManyProps = { readonly of: ManyOf; readonly addresses: readonly Address[] };

/** The table of many hashes, with the answer about the chosen one beside it. */
function ManyAnswers({ of, addresses }: ManyProps) {
  return (
    <ManyHashes
      of={of}
      renderAnswer={({ hash, chainId }) => <LookupAnswer key={hash} {...{ hash, chainId, addresses }} />}
    />
  );
}
