/*
 * The activity page lists the transfers stored in this browser. `filterTransfers` decides what a filter lets through, and
 * `TransferRow` shows one transfer by its verdict; the form's page shows the first rows too (`RecentTransfers`). Two dialogs
 * load on first use: `AddDialog` finds a deposit on the chains and adopts it (`adoptDeposits`), and `ExportDialog` saves the
 * listed transfers (`model/historyFile`). Below the list is what the desk finds about the account.
 */

import type { ReactNode } from 'react';
import { useState } from 'react';
import { Link } from 'wouter';
import { useAppServices } from '../app/services.ts';
import { useTexts } from '../i18n/useTexts.ts';
import type { Transfer } from '../transfer/model/transfer.ts';
import { Button } from '../ui/Button.tsx';
import { Causeway } from '../ui/Causeway.tsx';
import { Choice, Field } from '../ui/Field.tsx';
import { Icon } from '../ui/Icon.tsx';
import { lazyChunk } from '../ui/lazyChunk.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';
import ui from '../ui/ui.module.css';
import { useNow } from '../ui/useNow.ts';
import styles from './activity.module.css';
import type { TransferFilter } from './model/filterTransfers.ts';
import { filterTransfers, groupOf, NO_FILTER, TRANSFER_GROUPS } from './model/filterTransfers.ts';
import { TransferRow, useSortedTransfers } from './TransferRow.tsx';

type Props = {
  /** What the chains show of the account; null without an account. */
  readonly ofAccount: ReactNode | null;
  readonly onConnect: () => void;
};

/** Lists this browser's transfers, open ones first, and below them what the chains show of the account. */
export function ActivityPage({ ofAccount, onConnect }: Props) {
  const { t } = useTexts('app');
  return (
    <section className={styles.page}>
      <PageHeading title={t('navActivity')} line={t('historyLine')} />
      <TransferList />
      {ofAccount ? (
        <div>{ofAccount}</div>
      ) : (
        <div className={`${ui.card} ${ui.compact} ${ui.spread} ${styles.account}`}>
          <p className={ui.note}>{t('noAccount')}</p>
          <Button onClick={onConnect}>{t('historyConnect')}</Button>
        </div>
      )}
    </section>
  );
}

/** This browser's transfers, with a filter. */
function TransferList() {
  const transfers = useSortedTransfers();
  const [filter, setFilter] = useState(NO_FILTER);
  const nowMs = useNow(MINUTE);
  const matching = filterTransfers(transfers, filter, nowMs);
  return (
    <>
      {/* Always at the same place in the tree, so that its dialog stays open when the first transfer arrives. */}
      <HistoryTools transfers={matching} />
      {transfers.length === 0 ? (
        <NoTransfers />
      ) : (
        <>
          <HistoryFilterBar filter={filter} onChange={setFilter} />
          <Rows key={JSON.stringify(filter)} transfers={matching} nowMs={nowMs} onClear={() => setFilter(NO_FILTER)} />
        </>
      )}
    </>
  );
}

type FilterBarProps = { readonly filter: TransferFilter; readonly onChange: (filter: TransferFilter) => void };

function HistoryFilterBar({ filter, onChange }: FilterBarProps) {
  const { t } = useTexts('app');
  const { config } = useAppServices();
  const chainNames = config.chains.map(({ name }) => name);
  const tokenNames = [...new Set(config.chains.flatMap(({ tokens }) => tokens.map(({ name }) => name)))];
  const groups = TRANSFER_GROUPS.map((group) => ({ value: group, label: t(`group_${group}`) }));
  const same = (name: string) => ({ value: name, label: name });
  return (
    <search className={ui.stack}>
      <Field
        label={t('search')}
        isLabelHidden
        problem={null}
        icon="search"
        type="search"
        placeholder={t('search')}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        value={filter.text}
        onChange={(event) => onChange({ ...filter, text: event.target.value })}
      />
      <div className={`${ui.row} ${styles.choices}`}>
        <Choice
          label={t('filterState')}
          value={filter.group ?? ''}
          options={[{ value: '', label: t('allStates') }, ...groups]}
          isStrong={filter.group !== null}
          onChange={(value) => onChange({ ...filter, group: groups.find((one) => one.value === value)?.value ?? null })}
        />
        <Choice
          label={t('filterChain')}
          value={filter.chainName}
          options={[{ value: '', label: t('allChains') }, ...chainNames.map(same)]}
          isStrong={filter.chainName !== ''}
          onChange={(chainName) => onChange({ ...filter, chainName })}
        />
        <Choice
          label={t('token')}
          value={filter.tokenName}
          options={[{ value: '', label: t('allTokens') }, ...tokenNames.map(same)]}
          isStrong={filter.tokenName !== ''}
          onChange={(tokenName) => onChange({ ...filter, tokenName })}
        />
      </div>
    </search>
  );
}

const AddDialog = lazyChunk(async () => (await import('./AddDialog.tsx')).AddDialog, 'dialog');
const ExportDialog = lazyChunk(async () => (await import('./ExportDialog.tsx')).ExportDialog, 'dialog');

/** Adds transfers to the list, and exports the transfers that the filter shows. */
function HistoryTools({ transfers }: { readonly transfers: readonly Transfer[] }) {
  const { t } = useTexts('app');
  const [open, setOpen] = useState<'add' | 'export' | null>(null);
  const close = () => setOpen(null);
  return (
    <div className={`${ui.row} ${styles.tools}`}>
      <Button onClick={() => setOpen('add')}>{t('add')}</Button>
      {transfers.length > 0 ? <Button onClick={() => setOpen('export')}>{t('export')}</Button> : null}
      {open === 'add' ? <AddDialog onClose={close} /> : null}
      {open === 'export' ? <ExportDialog transfers={transfers} onClose={close} /> : null}
    </div>
  );
}

const MINUTE = 60_000;
/** A thousand rows at once would delay every keypress in the search field. */
const ROWS_AT_ONCE = 50;

type RowsProps = { readonly transfers: readonly Transfer[]; readonly nowMs: number; readonly onClear: () => void };

/** The matching transfers. A new filter gets a new key, which starts with the first rows again. */
function Rows({ transfers, nowMs, onClear }: RowsProps) {
  const { t } = useTexts('app');
  const [shown, setShown] = useState(ROWS_AT_ONCE);
  const rest = transfers.length - shown;
  if (transfers.length === 0) {
    return (
      <div className={`${ui.card} ${styles.nothing}`} role="status">
        <p>{t('noMatchingTransfers')}</p>
        <Button kind="quiet" onClick={onClear}>
          {t('clearFilter')}
        </Button>
      </div>
    );
  }
  return (
    <>
      <ul className={`${ui.card} ${styles.list}`}>
        {transfers.slice(0, shown).map((transfer) => (
          <li key={transfer.terms.id} className={styles.item}>
            <TransferRow transfer={transfer} />
            {groupOf(transfer, nowMs) === 'attention' ? (
              <Link className={ui.iconButton} href={`/help/${transfer.terms.id}`} aria-label={t('getHelp')}>
                <Icon name="question" />
              </Link>
            ) : null}
          </li>
        ))}
      </ul>
      {rest > 0 ? (
        <Button onClick={() => setShown(shown + ROWS_AT_ONCE)}>
          {t('showMore', { count: Math.min(rest, ROWS_AT_ONCE) })}
        </Button>
      ) : null}
    </>
  );
}

const PLANNED = { built: 0, isMoving: false, isBroken: false };

function NoTransfers() {
  const { t } = useTexts('app');
  return (
    <div className={`${ui.card} ${styles.nothing}`}>
      <div className={styles.road}>
        <Causeway state={PLANNED} />
      </div>
      <p>{t('noTransfers')}</p>
      <Link className={ui.link} href="/">
        {t('startTransfer')}
      </Link>
    </div>
  );
}
