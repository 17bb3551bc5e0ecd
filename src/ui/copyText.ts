/** What to say after copying: a browser may refuse it, and has no clipboard without HTTPS. */
export type CopyResult = 'copied' | 'notCopied';

export async function copyText(text: string): Promise<CopyResult> {
  try {
    await navigator.clipboard.writeText(text);
    return 'copied';
  } catch {
    return 'notCopied';
  }
}
