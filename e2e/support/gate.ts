/** Whatever awaits `opened` continues once `open` is called. */
export type Gate = { readonly opened: Promise<void>; readonly open: () => void };

export function createGate(): Gate {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}
