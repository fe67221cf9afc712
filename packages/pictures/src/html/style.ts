import { COLOURS, type Colour, FONTS } from '../marks/colours.ts'
import { schemeRules } from './inline-svg.ts'

const USED = ['ground', 'ground-sunk', 'ink', 'ink-soft', 'hairline', 'lit'] as const
const MARKED = ['allow', 'no-opinion', 'deny', 'refused', 'conditional', 'not-decided'] as const
const MONO = FONTS.mono.replaceAll(', ', ',')

function colours(value: (colour: Colour) => string): string {
  return [...USED, ...MARKED].map((name) => `--azp-${name}:${value(COLOURS[name])}`).join(';')
}

/**
 * The style of the static form. Every rule is for elements inside of `.azp`, and overrides no other rule of the host
 * page. Both themes are in `light-dark()`, which follows the host's `color-scheme`: a page that is only light gets a
 * light form, whatever its reader prefers.
 */
export const STYLE = `.azp{${colours(({ light }) => light)}}
@supports (color:light-dark(red,red)){.azp{${colours(({ light, dark }) => `light-dark(${light},${dark})`)}}${schemeRules('.azp')}}
.azp .m{font-family:${MONO};unicode-bidi:isolate}
[theme=light]>.azp{color-scheme:light}
[theme=dark]>.azp{color-scheme:dark}
.azp{container-type:inline-size;box-sizing:border-box;margin:1.5rem 0;padding:1.25rem;border:1px solid var(--azp-hairline);border-radius:.25rem;background:var(--azp-ground);color:var(--azp-ink);line-height:1.5;text-align:start;overflow-wrap:anywhere}
.azp :is(p,ul,figcaption){margin:0 0 .5rem;padding:0;color:inherit;font-size:inherit;text-align:inherit;max-inline-size:64rem}
.azp ul{padding-inline-start:1.25rem;margin-block-start:.5rem}
.azp .azp-title{color:var(--azp-ink-soft);font-size:.875rem}
.azp .azp-answer{font-size:1.25rem;line-height:1.4}
.azp .azp-answer b{font-weight:600;font-variant-numeric:tabular-nums}
.azp .azp-answer svg{inline-size:1.1em;block-size:1.1em;margin-inline-end:.35em;vertical-align:-.15em}
.azp .azp-soft{color:var(--azp-ink-soft);font-size:.875rem}
.azp code{padding:0;border:0;background:none;color:inherit;font-family:${MONO};font-size:.92em;unicode-bidi:isolate;white-space:inherit;word-break:normal}
.azp .azp-picture{margin:1.25rem 0;overflow-x:auto}
.azp .azp-picture :is(svg,img){display:block;box-sizing:border-box;max-inline-size:100%;min-inline-size:44rem;block-size:auto;margin:0 auto;border:0}
.azp table{display:table;inline-size:100%;margin:0 0 1.25rem;border:0;border-collapse:collapse;background:none;font-size:.875rem}
.azp :is(th,td){padding:.5rem 1rem .5rem 0;border:0;border-block-start:1px solid var(--azp-hairline);background:none;color:inherit;text-align:start;vertical-align:top}
.azp th{border:0;color:var(--azp-ink-soft);font-weight:400;white-space:nowrap}
.azp .azp-more td{padding-block-start:0;border:0}
.azp td:first-child{color:var(--azp-ink-soft);font-variant-numeric:tabular-nums}
.azp td:nth-child(n+3){min-inline-size:7.5rem}
.azp .azp-mark{white-space:nowrap;font-weight:600}
.azp .azp-mark svg{display:inline;inline-size:1.15em;block-size:1.15em;vertical-align:-.2em}
.azp .azp-cut{stroke:var(--azp-ground)}
.azp-allow{color:var(--azp-allow)}.azp-no-opinion{color:var(--azp-no-opinion)}.azp-deny{color:var(--azp-deny)}.azp-refused{color:var(--azp-refused)}.azp-conditional{color:var(--azp-conditional)}.azp-not-decided{color:var(--azp-not-decided)}
.azp details{margin:0;padding:.5rem 0;border:0;border-block-start:1px solid var(--azp-hairline);background:none}
.azp summary{padding:.25rem 0;color:inherit;font-size:.875rem;font-weight:600;cursor:pointer}
.azp details p{color:var(--azp-ink-soft);font-size:.875rem}
.azp pre{margin:0;padding:.5rem .75rem;border:0;border-radius:.25rem;background:var(--azp-ground-sunk);color:inherit;font-size:.8125rem;line-height:1.54;white-space:pre-wrap;counter-reset:azp-line}
.azp pre code{font-size:1em}
.azp pre span{display:block;padding-inline-start:3em}
.azp pre span::before{content:counter(azp-line);counter-increment:azp-line;display:inline-block;inline-size:2em;margin-inline:-3em 1em;color:var(--azp-ink-soft);text-align:end;-webkit-user-select:none;user-select:none}
.azp mark{padding:.1em 0;background:var(--azp-lit);color:inherit;font-weight:600}
@container (inline-size<36rem){.azp thead{position:absolute;inline-size:1px;block-size:1px;overflow:hidden;clip-path:inset(50%)}.azp :is(table,tbody){display:block}.azp tr{display:grid;grid-template-columns:1.75rem 1fr;padding:.5rem 0;border-block-start:1px solid var(--azp-hairline)}.azp td{grid-column:2;padding:.125rem 0;border:0}.azp .azp-more{padding-block-start:0;border:0}.azp td:first-child{grid-area:1/1}}
@media print{.azp{border:0;padding:0}.azp .azp-picture{break-inside:avoid}}`

/** The style of the static form of a lesson, which has more kinds of words. */
export const LESSON_STYLE = `${STYLE}
.azp .azp-prose{max-inline-size:46rem;margin:0 0 1rem}
.azp .azp-prose :is(ol,ul){margin:0 0 .5rem;padding-inline-start:1.5rem}
.azp .azp-prose pre{margin:0 0 .5rem}
.azp .azp-prose :is(h1,h2,h3,h4,h5,h6){margin:1rem 0 .5rem;color:inherit;font-size:1rem;font-weight:600;line-height:1.5}
.azp .azp-prose blockquote{margin:0 0 .5rem;padding:0 0 0 .75rem;border:0;border-inline-start:2px solid var(--azp-hairline);color:inherit}
.azp .azp-prose :is(td,th){min-inline-size:0;color:inherit;white-space:normal}
.azp .azp-label{margin-block-start:1rem;font-size:.875rem;font-weight:600}
.azp .azp-told{margin:1rem 0 0}`
