import { initWasm, Resvg } from '@resvg/resvg-wasm'
import type { World } from '../world.ts'

/** Draws an SVG of one theme as PNG: the same bytes on every machine, since it draws with nothing but what comes with it. */
export type Rasterizer = (svg: string, scale: number) => Uint8Array

const SANS = 'DejaVu Sans'
const MONO = 'DejaVu Sans Mono'

let ready: Promise<void> | undefined

/** What draws PNG. Loads two megabytes each of program and fonts, so it is asked for only where a PNG is. */
export async function rasterizer({ asset }: Pick<World, 'asset'>): Promise<Rasterizer> {
  ready ??= initWasm(new Uint8Array(asset('resvg.wasm')))
  await ready
  const fonts = (['DejaVuSans.ttf', 'DejaVuSans-Bold.ttf', 'DejaVuSansMono.ttf'] as const).map(asset)
  return (svg, scale) => {
    const drawing = new Resvg(withPlainFamilies(svg), {
      fitTo: { mode: 'zoom', value: scale },
      font: { fontBuffers: fonts, defaultFontFamily: SANS, sansSerifFamily: SANS, monospaceFamily: MONO },
    })
    const image = drawing.render()
    const png = image.asPng()
    image.free()
    drawing.free()
    return png
  }
}

/** It reads no space behind a comma in a list of font families (2.6.2): all from there on is lost to it. */
function withPlainFamilies(svg: string): string {
  return svg.replace(/(font-family:)([^;}]*)/g, (_, property, families) => property + families.replaceAll(', ', ','))
}
