import { describe, expect, it } from 'vitest';
import { inEnglish } from '../../../lab/web/inEnglish.ts';
import type { ChainFinding } from '../../domain/hashEvidence.ts';
import { weighFindings } from '../../domain/hashEvidence.ts';
import { NO_CLAIM } from '../../domain/receipt.ts';
import { receiptsWords } from '../../words/receipts/receiptsWords.ts';
import { statusWords } from '../../words/status/statusWords.ts';
import { statusText } from './statusText.ts';

const words = { receipts: await inEnglish(receiptsWords), status: await inEnglish(statusWords) };
const on = (kind: ChainFinding['kind'], chainName = 'Northshore'): ChainFinding => ({ kind, chainName });
const unknown = { kind: 'unknown' } as const;

describe('statusText', () => {
  it.each([
    ['deposit', 'info', 'The deposit is on Northshore'],
    ['pending', 'info', 'Pending on Northshore'],
    ['reverted', 'danger', 'The transaction failed on Northshore'],
    ['otherTransaction', 'warning', 'This transaction on Northshore is not a deposit'],
  ] as const)('reports a hash that is %s on a chain', (kind, tone, title) => {
    const evidence = weighFindings([on('unknown', 'Southshore'), on(kind)]);
    expect(statusText(unknown, evidence, words)).toMatchObject({ tone, title });
  });

  it('names the chains that do not have the hash', () => {
    const evidence = weighFindings([on('unknown'), on('unknown', 'Southshore')]);
    expect(statusText(unknown, evidence, words).lines.join(' ')).toContain('Northshore or Southshore');
  });

  it('does not say that a silent chain lacks the hash', () => {
    const evidence = weighFindings([on('unknown'), on('silent', 'Southshore')]);
    expect(evidence.kind).toBe('incomplete');
    expect(statusText(unknown, evidence, words).lines.join(' ')).toContain('No response from Southshore');
  });

  it('says by codes what the service does, how far it is, and where the deposit is', () => {
    const evidence = weighFindings([on('deposit')]);
    const report = { step: 'confirming', reason: null, message: 'All is lost.' } as const;
    const confirmations = { seen: 1, needed: 2 };
    expect(statusText({ kind: 'inProgress', report, confirmations }, evidence, words)).toEqual({
      tone: 'info',
      title: 'In progress',
      lines: [
        'The bridge waits for confirmations of the deposit.',
        'Confirmations: 1 of 2',
        'The deposit is on Northshore.',
      ],
    });
  });

  it('shows a sentence without codes below its own', () => {
    const report = { step: null, reason: null, message: 'Refunded.' };
    expect(statusText({ kind: 'failed', report, claim: NO_CLAIM }, null, words)).toMatchObject({
      tone: 'danger',
      lines: ['The bridge reports a failure.', 'Message from the bridge: Refunded.'],
    });
    expect(statusText({ kind: 'refused', message: 'No.' }, null, words).lines).toEqual([
      'The bridge refused to answer. This page keeps trying.',
      'Message from the bridge: No.',
    ]);
  });
});
