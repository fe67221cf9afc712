import mermaid from 'mermaid'
import { RENDER_ID } from './drawing.ts'

/** Spacing, in px. Close together: charts are read by the line, and every line counts on a laptop. */
const BETWEEN_NODES = 16
const BETWEEN_RANKS = 20
const IN_NODES = 7

/** Mermaid’s markup by the source that it was made of. A theme changes colours, and these are tokens. */
const drawn = new Map<string, string>()

/**
 * Draws a chart and resolves to its SVG as markup. Words are measured in `host`, which must be laid out as the chart
 * will be: same typeface, same size. Rejects when mermaid cannot draw it.
 */
export async function renderChart(source: string, host: HTMLElement): Promise<string> {
  const known = drawn.get(source)
  if (known !== undefined) return known
  const { fontSize } = getComputedStyle(host)
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: 'strict',
    suppressErrorRendering: true,
    look: 'classic',
    theme: 'base',
    htmlLabels: true,
    fontFamily: 'var(--sans)',
    themeVariables: { fontSize },
    flowchart: {
      curve: 'basis',
      nodeSpacing: BETWEEN_NODES,
      rankSpacing: BETWEEN_RANKS,
      padding: IN_NODES,
      diagramPadding: 12,
      minNodeWidth: 0,
      // The labels are broken into lines already.
      wrappingWidth: 2000,
    },
  })
  const { svg } = await mermaid.render(RENDER_ID, source, host)
  host.replaceChildren()
  drawn.set(source, svg)
  return svg
}
