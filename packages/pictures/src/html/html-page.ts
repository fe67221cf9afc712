import { htmlText } from './markup.ts'

/** A page with this body only. `module`: the address of the script that makes the element live. */
export function htmlPage(title: string, body: string, module?: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${htmlText(title)}</title>
<style>:root{color-scheme:light dark}body{max-width:72rem;margin:0 auto;padding:1rem;background:light-dark(#fcfcfa,#16181b);font:1rem/1.5 system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','Liberation Sans',sans-serif}main .azp{border:0;padding:0}</style>
${module === undefined ? '' : `<script type="module" src="${htmlText(module)}"></script>\n`}</head>
<body>
<main>
${body}</main>
</body>
</html>
`
}
