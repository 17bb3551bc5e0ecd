/** What each of the operator's links in `/config.json` leads to: the status and the type of the answer. */
export async function readLinks(webUrl: string): Promise<Readonly<Record<string, string>>> {
  const { brand, links } = (await (await fetch(`${webUrl}/config.json`)).json()) as {
    readonly brand: { readonly supportUrl: string };
    readonly links: Readonly<Record<string, string>>;
  };
  const targets = Object.entries({ ...links, support: brand.supportUrl.replace('{hash}', '') });
  const read = targets.map(async ([name, target]) => {
    const { status, headers } = await fetch(new URL(target, webUrl));
    return [name, `${status} ${headers.get('content-type')?.split(';')[0]}`] as const;
  });
  return Object.fromEntries(await Promise.all(read));
}
