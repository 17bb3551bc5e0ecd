import { describe, expect, it } from 'vitest';
import type { ChainFinding } from '../../domain/hashEvidence.ts';
import { weighFindings } from '../../domain/hashEvidence.ts';
import { statusText } from './statusText.ts';

const on = (kind: ChainFinding['kind'], chainName = 'Northshore'): ChainFinding => ({ kind, chainName });
const unknown = { kind: 'unknown' } as const;

describe('an answer without a receipt', () => {
  it.each([
    ['deposit', 'info', 'The deposit is on Northshore'],
    ['pending', 'info', 'Waiting to be mined on Northshore'],
    ['reverted', 'danger', 'The transaction failed on Northshore'],
    ['otherTransaction', 'warning', 'A transaction of Northshore, and no deposit'],
  ] as const)('of a transaction that is %s on a chain says so', (kind, tone, title) => {
    const evidence = weighFindings([on('unknown', 'Southshore'), on(kind)]);
    expect(statusText(unknown, evidence)).toMatchObject({ tone, title });
  });

  it('of a hash that no chain knows names the chains', () => {
    const evidence = weighFindings([on('unknown'), on('unknown', 'Southshore')]);
    expect(statusText(unknown, evidence).text).toContain('Northshore, Southshore');
  });

  it('never says that a chain does not know what it was not heard about', () => {
    const evidence = weighFindings([on('unknown'), on('silent', 'Southshore')]);
    expect(evidence.kind).toBe('incomplete');
    expect(statusText(unknown, evidence).text).toContain('Southshore could not be checked');
  });

  it('keeps the service’s sentence where it says the step or the refund', () => {
    const evidence = weighFindings([on('deposit')]);
    expect(statusText({ kind: 'inProgress', step: 'Waiting for confirmations 1 of 2.' }, evidence)).toEqual({
      tone: 'info',
      title: 'In progress',
      text: 'Waiting for confirmations 1 of 2. The deposit itself is on Northshore.',
    });
    expect(statusText({ kind: 'failed', message: 'Refunded.' }, null)).toMatchObject({
      tone: 'danger',
      text: 'Refunded.',
    });
  });
});
