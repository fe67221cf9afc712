import mermaid from 'mermaid'

/** A chart drawn by mermaid: an SVG document on its own. Sizes in px. */
export interface MermaidImage {
  readonly svg: string
  readonly width: number
  readonly height: number
}

/** Draws a mermaid text with mermaid's default look, as other pages do. Rejects where mermaid cannot draw it. */
export async function drawMermaid(source: string, dark: boolean): Promise<MermaidImage> {
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: 'strict',
    suppressErrorRendering: true,
    theme: dark ? 'dark' : 'default',
    htmlLabels: false,
    flowchart: { htmlLabels: false, useMaxWidth: false },
  })
  const host = document.createElement('div')
  host.inert = true
  host.style.cssText = 'position: absolute; inset: 0 auto auto 0; visibility: hidden; overflow: hidden; block-size: 0'
  document.body.append(host)
  try {
    const { svg } = await mermaid.render('mermaid-view', source, host)
    const drawn = host.ownerDocument.createElement('template')
    drawn.innerHTML = svg
    const { width = 0, height = 0 } = drawn.content.querySelector('svg')?.viewBox.baseVal ?? {}
    return { svg, width, height }
  } finally {
    host.remove()
  }
}
