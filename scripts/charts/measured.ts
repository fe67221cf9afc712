import { type Graph, mermaidChart, type Step } from '@authz-playground/engine'
import type { Rectangle } from '@authz-playground/pictures'
import { chromium } from '@playwright/test'
import { build } from 'vite'
import { chromiumArguments, findChromium } from '../chromium.ts'
import { root } from '../files.mjs'

/** A chart as the playground draws it in a browser. Units: px. Origin: the upper left corner. */
export interface MeasuredChart {
  readonly width: number
  readonly height: number
  readonly nodes: readonly { readonly id: string; readonly box: Rectangle }[]
  readonly edges: readonly { readonly id: string; readonly d: string; readonly label?: Rectangle }[]
}

/** What draws charts in one browser. */
interface Drawing {
  /** Draws the chart of a graph as it is for a run with these steps. */
  measure(graph: Graph, steps: readonly Step[]): Promise<MeasuredChart>
  /** How wide this browser’s fonts are: where that differs, so do the charts. */
  fonts(): Promise<Fonts>
}

/** The width of a probe in each family, in px. */
export interface Fonts {
  readonly sans: number
  readonly mono: number
}

const PROBE = 'Which mode worked last? impersonate-on:user-info'

declare global {
  interface Window {
    measureChart(drawable: object): Promise<MeasuredChart>
    widthIn(family: 'sans' | 'mono', words: string): number
  }
}

/** Draws charts in a Chromium, with the code, the style and the mermaid of the playground. */
export async function withCharts<T>(use: (drawing: Drawing) => Promise<T>): Promise<T> {
  const { script, style } = await drawingCode()
  const executablePath = findChromium()
  const browser = await chromium.launch({ args: chromiumArguments, ...(executablePath && { executablePath }) })
  try {
    const page = await browser.newPage()
    await page.setContent('<!doctype html><title>Charts</title>')
    await page.addStyleTag({ content: style })
    await page.addScriptTag({ content: script })
    return await use({
      measure: (graph, steps) =>
        page.evaluate((drawable) => window.measureChart(drawable), { graph, chart: mermaidChart(graph, steps) }),
      fonts: () =>
        page.evaluate((probe) => ({ sans: window.widthIn('sans', probe), mono: window.widthIn('mono', probe) }), PROBE),
    })
  } finally {
    await browser.close()
  }
}

/** app/src/chart/drawing/ahead.ts and all that it needs, as one script and one style sheet. */
async function drawingCode(): Promise<{ readonly script: string; readonly style: string }> {
  const built = await build({
    configFile: false,
    root,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      target: 'es2022',
      lib: {
        entry: `${root}/app/src/chart/drawing/ahead.ts`,
        formats: ['iife'],
        name: 'ahead',
        cssFileName: 'ahead',
      },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  })
  const outputs = [built].flat().flatMap((result) => ('output' in result ? result.output : []))
  const script = outputs.find((output) => output.type === 'chunk')?.code
  const style = outputs.find(({ fileName }) => fileName.endsWith('.css'))
  if (script === undefined || style?.type !== 'asset') throw new Error('the drawing code was not built')
  return { script, style: String(style.source) }
}
