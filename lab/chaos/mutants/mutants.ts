import type { ScenarioName } from './scenarios.ts';

/** One replacement in one file of the sources; `find` has to be there exactly once. */
export type Edit = { readonly file: string; readonly find: string; readonly replace: string };

/** The service with one well-known mistake in it. */
export type Mutant = {
  readonly name: string;
  readonly mistake: string;
  readonly edits: readonly Edit[];
  /** What has to convict it, and to acquit the service as it is. */
  readonly scenario: ScenarioName;
};

const SEND_NOW = 'await client.senders[0]?.sendRawTransaction({ serializedTransaction: raw }).catch(() => null);';

const REISSUE = `const refusal = await client.reader
      .sendRawTransaction({ serializedTransaction: attempt.raw })
      .then(() => '', String);
    const taken = refusal === '';
    if (refusal.includes('nonce too low')) {
      await database.transaction(async (transaction) => {
        for (const { transferId, kind } of await readObligations(transaction, attempt)) {
          await transaction.query("update obligations set state = 'void' where transfer_id = $1", [transferId]);
          const event = kind === 'payout' ? 'payoutReverted' : 'refundReverted';
          await applyEvent(transaction, { id: transferId, event });
        }
        await transaction.query(
          "update sends set state = 'reverted', mined_hash = $4 where chain_id = $1 and address = $2 and nonce = $3",
          [attempt.chainId, attempt.address, attempt.nonce, attempt.hash],
        );
      });
      return;
    }`;

const LAST_VALUE = { sends: '$8)`', attempts: '$10)`', obligations: '$9)`' } as const;

/** Lets an insert pass over a row that is there. */
function passOver(table: keyof typeof LAST_VALUE): Edit {
  const find = `${LAST_VALUE[table]},`;
  return { file: `service/db/${table}.ts`, find, replace: find.replace('`', ' on conflict do nothing`') };
}

export const MUTANTS: readonly Mutant[] = [
  {
    name: 'sendThenRecord',
    mistake: 'a payment is sent first and put on record afterwards',
    edits: [
      {
        file: 'service/workers/pay/signSend.ts',
        find: "  await reportStep('sign.signed', step);",
        replace: `  const client = context.clients.get(chain.id);\n  ${SEND_NOW.replace('client.senders', 'client?.senders')}\n  await reportStep('sign.signed', step);`,
      },
    ],
    scenario: 'killedAfterSigning',
  },
  {
    name: 'broadcastBeforeCommit',
    mistake: 'a payment is sent within the database transaction that records it',
    edits: [
      {
        file: 'service/workers/pay/signSend.ts',
        find: "  await reportStep('sign.nonceTaken', step);",
        replace: `  const client = clients.get(chainId);\n  ${SEND_NOW.replace('client.senders', 'client?.senders')}\n  await reportStep('sign.nonceTaken', step);`,
      },
    ],
    scenario: 'killedBeforeCommit',
  },
  {
    name: 'noRowLock',
    mistake:
      'two processes take a nonce without the lock on its sender, nor looking whether it is still free, and a key that is taken is passed over (the unique keys alone would keep this one right)',
    edits: [
      {
        file: 'service/db/senders.ts',
        find: "'select * from senders where chain_id = $1 and address = $2 for update'",
        replace: "'select * from senders where chain_id = $1 and address = $2'",
      },
      {
        file: 'service/workers/pay/signSend.ts',
        find: "    if (sender.nextNonce !== nonce) return 'raced';",
        replace: '',
      },
      ...(['sends', 'attempts', 'obligations'] as const).map(passOver),
    ],
    scenario: 'twoSigners',
  },
  {
    name: 'nonceOutsideTransaction',
    mistake: 'the nonce is counted up in a database transaction of its own, before the payment is stored',
    edits: [
      {
        file: 'service/workers/pay/signSend.ts',
        find: '  await takeNonce(transaction, sender);\n',
        replace: '',
      },
      {
        file: 'service/workers/pay/signSend.ts',
        find: '  const raw = await signer.signTransaction(',
        replace:
          '  await database.transaction((own) => takeNonce(own, before));\n  const raw = await signer.signTransaction(',
      },
      {
        file: 'service/workers/pay/signSend.ts',
        find: "    if (sender.nextNonce !== nonce) return 'raced';",
        replace: "    if (sender.nextNonce !== nonce + 1) return 'raced';",
      },
      {
        file: 'service/workers/pay/signSend.ts',
        find: 'await store(context, transaction, { sender, order, raw });',
        replace: 'await store(context, transaction, { sender: before, order, raw });',
      },
    ],
    scenario: 'killedAfterSigning',
  },
  {
    name: 'idWithLogIndex',
    mistake: 'a deposit is told from others by its log index, which a reorganisation changes',
    edits: [
      {
        file: 'service/domain/deposit.ts',
        find: '.flatMap((log, ordinal) => {',
        replace: '.flatMap((log) => {\n      const ordinal = log.logIndex;',
      },
    ],
    scenario: 'movedDeposit',
  },
  {
    name: 'revertIsFinal',
    mistake: 'a payment that is seen reverted is made anew at once, however shallow its block lies',
    edits: [
      {
        file: 'service/workers/send/reconcilePayments.ts',
        find: 'mined !== null && depthOf(mined.blockNumber, head.number) >= chain.payoutConfirmations;',
        replace:
          'mined !== null && (!mined.succeeded || depthOf(mined.blockNumber, head.number) >= chain.payoutConfirmations);',
      },
    ],
    scenario: 'undoneRevert',
  },
  {
    name: 'bumpNotStored',
    mistake: 'a fee bump is sent without being stored',
    edits: [
      {
        file: 'service/workers/send/replaceAttempt.ts',
        find: '    await insertAttempt(transaction, next);\n',
        replace: '',
      },
    ],
    scenario: 'bump',
  },
  {
    name: 'reissueOnNonceTooLow',
    mistake: 'a node\'s "nonce too low" is read as "not paid", and the payment is made at another nonce',
    edits: [
      {
        file: 'service/workers/send/broadcastPayments.ts',
        find: 'const taken = await broadcast(client, attempt.raw);',
        replace: REISSUE,
      },
    ],
    scenario: 'lateReceipt',
  },
  {
    name: 'journalOff',
    mistake: 'nothing outside of the database says what was sent, and the database is restored from a backup',
    edits: [{ file: 'service/workers/send/checkJournal.ts', find: '  if (!journal) return;', replace: '  return;' }],
    scenario: 'restoredBackup',
  },
  {
    name: 'refusalIsFailure',
    mistake: 'the payout contract\'s "already paid" is read as a failure',
    edits: [
      {
        file: 'service/workers/pay/preparePayment.ts',
        find: "  if (simulation.problem === 'alreadyPaid') return readMadePayment(site, due);",
        replace: '',
      },
    ],
    scenario: 'emptyDatabase',
  },
  {
    name: 'cursorOutsideTransaction',
    mistake: 'the cursor moves in a database transaction of its own, before the deposits are stored',
    edits: [
      {
        file: 'service/workers/watch/watchDeposits.ts',
        find: 'if (!(await moveCursor(transaction, move))) return false;',
        replace: 'if (!(await database.transaction((own) => moveCursor(own, move)))) return false;',
      },
    ],
    scenario: 'killedBetweenDeposits',
  },
  {
    name: 'statusIsProof',
    mistake: 'a transaction that succeeded is taken for the payment, whatever its events say',
    edits: [
      {
        file: 'service/workers/send/settleSend.ts',
        find: 'if (provesPayment(client, payment, mined.logs)) return',
        replace: 'if (mined.succeeded) return',
      },
    ],
    scenario: 'refusedInBatch',
  },
  {
    name: 'depositNotAskedForAgain',
    mistake: 'a payment is signed without asking the chain once more whether the deposit is still there',
    edits: [
      {
        file: 'service/workers/pay/preparePayment.ts',
        find: '  const doubt = await doubtDeposit(site.context, transfer);',
        replace: '  const doubt: string | null = null;',
      },
    ],
    scenario: 'vanishedDeposit',
  },
];
