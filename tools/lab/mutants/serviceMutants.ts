import type { MutantDrillName } from '../drills/drills.ts';
import type { Edit, Mutant } from './mutate.ts';
import type { TestMutant } from './runTestMutants.ts';

/** The service with a well-known mistake that a drill finds. */
export type DrillMutant = Mutant & {
  /** Completes the sentence "In this mutant, …". */
  readonly mutation: string;
  /** The drill that kills the mutant; the unmodified service survives it. */
  readonly drill: MutantDrillName;
};

/** The service with one well-known mistake. */
export type ServiceMutant = DrillMutant | TestMutant;

const PAYMENT = 'service/payments/model/payment.ts';
const PAYMENT_RECORDS = 'service/chain/paymentRecords.ts';

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
          await applyEvents(transaction, [{ id: transferId, event }]);
        }
        await transaction.query(
          "update sends set state = 'reverted', mined_hash = $4 where chain_id = $1 and address = $2 and nonce = $3",
          [attempt.chainId, attempt.address, attempt.nonce, attempt.hash],
        );
      });
      return;
    }`;

const LAST_VALUE = { sends: 'then now() end)`', attempts: '$10)`' } as const;

/** Makes an insert skip an existing row. */
function skipExisting(table: keyof typeof LAST_VALUE): Edit {
  const find = `${LAST_VALUE[table]},`;
  return { file: 'service/payments/sends.ts', find, replace: find.replace('`', ' on conflict do nothing`') };
}

export const SERVICE_MUTANTS: readonly ServiceMutant[] = [
  {
    name: 'sendThenRecord',
    mutation: 'the service broadcasts a payment before it stores the payment',
    edits: [
      {
        file: 'service/payments/signSend.ts',
        find: "  await reportStep('sign.signed', step);",
        replace: `  ${SEND_NOW}\n  await reportStep('sign.signed', step);`,
      },
    ],
    drill: 'killedAfterSigning',
  },
  {
    name: 'broadcastBeforeCommit',
    mutation: 'the service broadcasts a payment inside the database transaction that stores it',
    edits: [
      {
        file: 'service/payments/signSend.ts',
        find: "  await reportStep('sign.nonceTaken', step);",
        replace: `  const client = clients.get(chainId);\n  ${SEND_NOW.replace('client.senders', 'client?.senders')}\n  await reportStep('sign.nonceTaken', step);`,
      },
    ],
    drill: 'killedBeforeCommit',
  },
  {
    name: 'noRowLock',
    mutation:
      'the service takes a nonce without a lock, does not compare it with the stored nonce, and skips existing keys on insert (otherwise, unique keys would prevent the fault)',
    edits: [
      {
        file: 'service/payments/senders.ts',
        find: `\`\${SELECT_SENDER} for update\``,
        replace: 'SELECT_SENDER',
      },
      {
        file: 'service/payments/signSend.ts',
        find: "    if (sender.nextNonce !== nonce) return 'raced';",
        replace: '',
      },
      ...(['sends', 'attempts'] as const).map(skipExisting),
      {
        file: 'service/payments/obligations.ts',
        find: 'insertRows(transaction, table, rows)',
        replace: 'insertRows(transaction, { table, keepsStored: true }, rows)',
      },
    ],
    drill: 'concurrentSigning',
  },
  {
    name: 'nonceOutsideTransaction',
    mutation: 'the service commits the next nonce before it stores the payment',
    edits: [
      {
        file: 'service/payments/signSend.ts',
        find: '  await takeNonce(transaction, sender);\n',
        replace: '',
      },
      {
        file: 'service/payments/signSend.ts',
        find: '  const { raw, signedTo } = await signer.signTransaction(',
        replace:
          '  await database.transaction((own) => takeNonce(own, before));\n  const { raw, signedTo } = await signer.signTransaction(',
      },
      {
        file: 'service/payments/signSend.ts',
        find: "    if (sender.nextNonce !== nonce) return 'raced';",
        replace: "    if (sender.nextNonce !== nonce + 1) return 'raced';",
      },
      {
        file: 'service/payments/signSend.ts',
        find: 'await store(context, transaction, { sender, order, raw });',
        replace: 'await store(context, transaction, { sender: before, order, raw });',
      },
    ],
    drill: 'killedAfterSigning',
  },
  {
    name: 'idWithLogIndex',
    mutation: 'the transfer id contains the log index, which a reorg changes',
    edits: [
      {
        file: 'service/deposits/model/deposit.ts',
        find: '.flatMap((log, ordinal) => {',
        replace: '.flatMap((log) => {\n      const ordinal = log.logIndex;',
      },
    ],
    drill: 'movedDeposit',
  },
  {
    name: 'revertIsFinal',
    mutation: 'the service pays again after a revert without waiting for the confirmations',
    edits: [
      {
        file: 'service/payments/reconcile.ts',
        find: 'mined !== null && mined.blockNumber <= final;',
        replace: 'mined !== null && (!mined.succeeded || mined.blockNumber <= final);',
      },
    ],
    drill: 'undoneRevert',
  },
  {
    name: 'bumpNotStored',
    mutation: 'the service broadcasts a fee bump without storing it',
    edits: [
      {
        file: 'service/payments/broadcast.ts',
        find: '    await insertAttempt(transaction, next);\n',
        replace: '',
      },
    ],
    drill: 'outgrownFee',
  },
  {
    name: 'reissueOnNonceTooLow',
    mutation: 'the service takes the error "nonce too low" for "not paid" and pays at another nonce',
    edits: [
      {
        file: 'service/payments/broadcast.ts',
        find: 'const taken = await broadcast(client, attempt.raw);',
        replace: REISSUE,
      },
    ],
    drill: 'lateReceipt',
  },
  {
    name: 'restoreUnseen',
    mutation: "the service does not compare the signer's nonces with the database",
    edits: [
      { file: 'service/payments/verifySender.ts', find: 'const UNSTORED = 1;', replace: 'const UNSTORED = 1000;' },
    ],
    drill: 'restoredBackup',
  },
  {
    name: 'refusalIsFailure',
    mutation: 'the service takes the contract error "already paid" for a failed payment',
    edits: [
      {
        file: 'service/payments/simulate.ts',
        find: "  if (simulation.problem === 'alreadyPaid') return findMadePayment(site, planned);",
        replace: '',
      },
    ],
    drill: 'lostDatabase',
  },
  {
    name: 'newDatabaseUnseen',
    mutation: 'the service starts to pay with a new database although the hot wallet has already paid',
    edits: [
      {
        file: 'service/payments/verifySender.ts',
        find: 'const haltedReason = await describeUnknownPayments(context, client);',
        replace: 'const haltedReason = null;',
      },
    ],
    drill: 'lostDatabase',
  },
  {
    name: 'cursorOutsideTransaction',
    mutation: 'the service commits the cursor before it stores the deposits',
    edits: [
      {
        file: 'service/deposits/watch.ts',
        find: 'if (!(await moveCursor(transaction, move))) return false;',
        replace: 'if (!(await database.transaction((own) => moveCursor(own, move)))) return false;',
      },
    ],
    drill: 'killedBetweenDeposits',
  },
  {
    name: 'statusIsProof',
    mutation: 'the service accepts a successful transaction as the payment without reading its events',
    edits: [
      {
        file: 'service/payments/settle.ts',
        find: 'if (provesPayment(client, payment, mined.logs)) return',
        replace: 'if (mined.succeeded) return',
      },
    ],
    drill: 'refusedInBatch',
  },
  {
    name: 'depositNotReadAgain',
    mutation: 'neither the worker nor its signer rereads the deposit before a payment is signed',
    edits: [
      {
        file: 'service/payments/prepare.ts',
        find: '    findDepositProblem(context, reads, transfer),',
        replace: '    null,',
      },
      {
        file: 'service/signer/process/signVerified.ts',
        find: '  const settled = isPayment ? await verifyPayments(context, { place: call, claims: pairClaims(verdict, request) }) : [];',
        replace: '  const settled: never[] = [];',
      },
    ],
    drill: 'removedDeposit',
  },
  {
    name: 'gasDropUncompared',
    edits: [
      { file: PAYMENT, find: 'if (payment.gasDrop !== target.gasDrop) {', replace: 'if (payment.gasDrop < 0n) {' },
    ],
    test: 'service/payments/model/paymentBounds.test.ts',
  },
  {
    name: 'gasDropWithoutFloor',
    edits: [{ file: PAYMENT, find: 'minFee + gasDropPrice(gasDrop, gasDropFloor);', replace: 'minFee;' }],
    test: 'service/payments/model/paymentBounds.test.ts',
  },
  {
    name: 'gasDropOfRefund',
    edits: [{ file: PAYMENT, find: 'if (payment.gasDrop !== 0n) return', replace: 'if (payment.gasDrop < 0n) return' }],
    test: 'service/payments/model/paymentBounds.test.ts',
  },
  {
    name: 'gasDropAboveTargetMaximum',
    edits: [{ file: 'service/deposits/model/recipient.ts', find: 'gasDrop <= maxGasDrop', replace: 'gasDrop >= 0n' }],
    test: 'service/deposits/model/acceptance.test.ts',
  },
  {
    name: 'gasDropAboveSignerMaximum',
    edits: [
      {
        file: 'service/signer/process/policy.ts',
        find: 'if (gasDrop > maxGasDropOf(chain, address)) {',
        replace: 'if (gasDrop < 0n) {',
      },
    ],
    test: 'service/signer/process/policy.test.ts',
  },
  {
    name: 'gasDropUnproven',
    edits: [
      { file: PAYMENT_RECORDS, find: 'amountsOf(payment).every(isShown)', replace: 'amountsOf(payment).some(isShown)' },
    ],
    test: 'service/chain/paymentRecords.test.ts',
  },
  {
    name: 'foundGasDropIgnored',
    edits: [{ file: PAYMENT_RECORDS, find: ' && found.gasDrop === due.gasDrop;', replace: ';' }],
    test: 'service/chain/paymentRecords.test.ts',
  },
  {
    name: 'gasDropUnreserved',
    edits: ['select o.token, o.amount from outgoing o', 'select o.token, o.amount from sends s join outgoing o'].map(
      (find) => ({
        ...{ file: 'service/payments/obligations.ts', find },
        replace: find.replace('outgoing', 'obligations'),
      }),
    ),
    test: 'service/payments/obligations.test.ts',
  },
  {
    name: 'gasDropInBatch',
    edits: [{ file: 'service/payments/sign.ts', find: ' || splitTarget(target).gasDrop > 0n;', replace: ';' }],
    test: 'service/payments/formRounds.test.ts',
  },
];
