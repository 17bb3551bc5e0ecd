/**
 * The page that shows the OpenAPI document. Its addresses are relative, so that it works behind a proxy with another prefix.
 * Its parts lie below `docs/`, beside the document.
 */
export const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Causeway transfer service: interface</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="docs/swagger-ui.css">
<link rel="stylesheet" href="docs/page.css">
</head>
<body>
<noscript>This page needs JavaScript. <a href="openapi.json">Read the OpenAPI document</a> without it.</noscript>
<main id="interface"></main>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/page.js"></script>
</body>
</html>
`;

/** Makes the viewer fit a phone. The document has no links between answers, so their empty column is hidden. */
export const PAGE_STYLE = `*, ::before, ::after { box-sizing: border-box; }
body { margin: 0; }
.swagger-ui .response-col_links { display: none; }
.swagger-ui .markdown code { padding: 0 4px; }
`;

/** Starts the viewer. By default it would send the address of the document to a foreign validator. */
export const PAGE_SCRIPT = `const dark = matchMedia('(prefers-color-scheme: dark)');
const followSystem = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', followSystem);
followSystem();
SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#interface',
  presets: [SwaggerUIBundle.presets.apis],
  layout: 'BaseLayout',
  validatorUrl: null,
});
`;
