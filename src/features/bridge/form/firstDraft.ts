import type { FormDraft } from '../../../domain/form.ts';
import { formUrl, readFormUrl } from './formUrl.ts';

/**
 * The draft of a form that opens: that of the link, or the one that the person left in this page. A link that the left form
 * wrote means that form, with the entries that a link does not keep.
 */
export function firstDraft(search: string, left: FormDraft | null): FormDraft {
  const linked = readFormUrl(search);
  return left && ['/', formUrl(left)].includes(formUrl(linked)) ? left : linked;
}
