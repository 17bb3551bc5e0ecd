import { describe, expect, it } from 'vitest';
import type { ChainFinding } from '../../domain/hashEvidence.ts';
import { weighFindings } from '../../domain/hashEvidence.ts';
import { NO_CLAIM } from '../../domain/receipt.ts';
import { statusText } from './statusText.ts';

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
    expect(statusText(unknown, evidence)).toMatchObject({ tone, title });
  });

  it('names the chains that do not have the hash', () => {
    const evidence = weighFindings([on('unknown'), on('unknown', 'Southshore')]);
    expect(statusText(unknown, evidence).text).toContain('Northshore or Southshore');
  });

  it('does not say that a silent chain lacks the hash', () => {
    const evidence = weighFindings([on('unknown'), on('silent', 'Southshore')]);
    expect(evidence.kind).toBe('incomplete');
    expect(statusText(unknown, evidence).text).toContain('No response from Southshore');
  });

  it('keeps the service’s sentence about the step or the refund', () => {
    const evidence = weighFindings([on('deposit')]);
    expect(
      statusText({ kind: 'inProgress', step: 'Waiting for confirmations 1 of 2.', confirmations: null }, evidence),
    ).toEqual({
      tone: 'info',
      title: 'In progress',
      text: 'Waiting for confirmations 1 of 2. The deposit is on Northshore.',
    });
    expect(statusText({ kind: 'failed', message: 'Refunded.', claim: NO_CLAIM }, null)).toMatchObject({
      tone: 'danger',
      text: 'Refunded.',
    });
  });
});
