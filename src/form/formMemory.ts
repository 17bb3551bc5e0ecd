import type { FormDraft } from './model/form.ts';

/** A form, and the URL that the address bar last got for it: the bar follows the form with a delay. */
export type LeftForm = { readonly draft: FormDraft; readonly url: string | null };

/** The form that the person left for another page of the app. It lives as long as the page. */
export type FormMemory = {
  readonly read: () => LeftForm | null;
  readonly keep: (draft: FormDraft) => void;
  readonly keepUrl: (url: string) => void;
  /** Keeps the form that a transfer has emptied. The URL from before, with the amount that was sent, is another form. */
  readonly keepSent: (draft: FormDraft) => void;
};

export function createFormMemory(): FormMemory {
  let draft: FormDraft | null = null;
  let url: string | null = null;
  return {
    read: () => draft && { draft, url },
    keep: (entered) => {
      draft = entered;
    },
    keepUrl: (written) => {
      url = written;
    },
    keepSent: (emptied) => {
      [draft, url] = [emptied, null];
    },
  };
}
