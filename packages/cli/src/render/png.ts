import { initWasm, Resvg } from '@resvg/resvg-wasm'
import type { World } from '../world.ts'

/**
 * Draws an SVG of one theme as PNG: the same bytes on every machine, because it uses only the bundled program and
 * fonts.
 */
export type Rasterizer = (svg: string, scale: number) => Uint8Array

const FONTS = ['DejaVuSans.ttf', 'DejaVuSans-Bold.ttf', 'DejaVuSansMono.ttf', 'DejaVuSansMono-Bold.ttf'] as const
const SANS = 'DejaVu Sans'
const MONO = 'DejaVu Sans Mono'

let ready: Promise<void> | undefined

/** The PNG renderer. It loads two megabytes each of program and fonts, so it is loaded only for a PNG. */
export async function rasterizer({ asset }: Pick<World, 'asset'>): Promise<Rasterizer> {
  ready ??= initWasm(new Uint8Array(asset('resvg.wasm')))
  await ready
  const fonts = FONTS.map(asset)
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

/** It ignores the rest of a list of font families after a comma with a space (2.6.2). */
function withPlainFamilies(svg: string): string {
  return svg.replace(/(font-family:)([^;}]*)/g, (_, property, families) => property + families.replaceAll(', ', ','))
}
