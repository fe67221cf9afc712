import { classes } from '../../ui/index.ts'
import words from './chart-words.module.css'

/** Mermaid’s markup for a chart’s source. Mermaid is fetched with the first. Rejects when it cannot draw it. */
export async function markupOf(source: string): Promise<string> {
  const { renderChart } = await import('./render-chart.ts')
  const host = document.createElement('div')
  host.className = classes(words.words, words.measuring)
  host.inert = true
  host.style.cssText = 'position: absolute; inset: 0 auto auto 0; visibility: hidden; overflow: hidden; block-size: 0'
  document.body.append(host)
  try {
    return await renderChart(source, host)
  } finally {
    host.remove()
  }
}
