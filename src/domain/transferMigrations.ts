export const STORED_VERSION = 8;

type StoredRecord = Readonly<Record<string, unknown>>;

// Version 2 adds the typed amount and the attempt. Its `delivered` is proven, that of version 1 was only reported.
function fromVersion1(record: StoredRecord): StoredRecord {
  const terms = typeof record.terms === 'object' && record.terms !== null ? record.terms : {};
  const next: StoredRecord = { attempt: null, ...record, terms: { typed: null, knownTwins: [], ...terms } };
  if (!('hash' in next)) return next;
  if (next.status !== 'delivered') return { nonce: null, ...next };
  const { received, ...rest } = next;
  return { nonce: null, ...rest, status: 'reported', claimed: received };
}

// Version 3 adds the last result of the search for a refund.
function fromVersion2(record: StoredRecord): StoredRecord {
  return record.status === 'failed' ? { refund: null, ...record } : record;
}

// Version 4 adds what the service states in fields: confirmations, the refund, and the expiry of the quote.
function fromVersion3(record: StoredRecord): StoredRecord {
  const terms = typeof record.terms === 'object' && record.terms !== null ? record.terms : {};
  const next = { ...record, terms: { validUntilMs: null, ...terms } };
  if (record.status === 'deposited') return { confirmations: null, ...next };
  return record.status === 'failed' ? { claim: { hash: null, amount: null }, ...next } : next;
}

function reportOf(message: unknown): StoredRecord | null {
  return typeof message === 'string' && message !== '' ? { step: null, reason: null, message } : null;
}

// Version 5 stores codes. Until the next poll, the sentence of version 4 stands for them.
function fromVersion4(record: StoredRecord): StoredRecord {
  const { step, message, ...rest } = record;
  if (record.status === 'deposited') return { ...rest, report: reportOf(step) };
  if (record.status === 'refunded') return { ...rest, report: reportOf(message) };
  if (record.status !== 'failed') return record;
  // The next search finds what is missing.
  const isFound = typeof rest.refund === 'object' && rest.refund !== null && 'hash' in rest.refund;
  const failed = { ...rest, refund: isFound ? rest.refund : null };
  return rest.kind === 'otherChain'
    ? { ...failed, foundOn: message, report: null }
    : { ...failed, foundOn: null, report: reportOf(message) };
}

// Version 6 adds the proposal of a wallet that collects signatures.
function fromVersion5(record: StoredRecord): StoredRecord {
  return record.status === 'signing' ? { proposal: null, ...record } : record;
}

// Version 7 adds the usual time of the route, and when the deposit was sent. The review was shortly before that.
function fromVersion6(record: StoredRecord): StoredRecord {
  const terms: StoredRecord = typeof record.terms === 'object' && record.terms !== null ? { ...record.terms } : {};
  const next = { ...record, terms: { usualSeconds: null, ...terms } };
  return 'hash' in record ? { since: terms.createdAt, ...next } : next;
}

/** Without a quoted amount, only the amount that the service states can prove the payout, so the service is asked first. */
function fromDisputed7(record: StoredRecord): StoredRecord {
  const { terms } = record;
  const isQuoted = typeof terms === 'object' && terms !== null && 'receive' in terms && terms.receive !== null;
  if (isQuoted) return { claimed: '0', ...record };
  const { payoutHash: _payoutHash, shortfalls: _shortfalls, ...sent } = record;
  return { ...sent, status: 'deposited', report: null, confirmations: null };
}

// Version 8 adds the doubt about the wallet's transaction. It keeps what a later poll of an ended transfer needs: the claimed
// amount, which the service states again, and the attempt.
function fromVersion7(record: StoredRecord): StoredRecord {
  if (record.status === 'sent') return { doubt: null, ...record };
  if (record.status === 'disputed') return fromDisputed7(record);
  return record.status === 'abandoned' ? { attempt: null, ...record } : record;
}

/** Migrates each version to the next. Never change a released step: open transfers in browsers still need it. */
const steps: Readonly<Record<number, (record: StoredRecord) => StoredRecord>> = {
  1: fromVersion1,
  2: fromVersion2,
  3: fromVersion3,
  4: fromVersion4,
  5: fromVersion5,
  6: fromVersion6,
  7: fromVersion7,
};

/** Migrates a record to the current version. Returns a record of a later version unchanged. */
export function migrateRecord(record: unknown, version: number): unknown {
  if (typeof record !== 'object' || record === null) return record;
  let migrated: StoredRecord = { ...record };
  for (let at = version; at < STORED_VERSION; at++) migrated = steps[at]?.(migrated) ?? migrated;
  return migrated;
}
