import type { Locator } from '@playwright/test'
import decodeQR from 'qr/decode.js'

/** The text of a QR code on the screen, as a phone reads it: from a picture, by another library than the page’s. */
export async function readQR(code: Locator): Promise<string> {
  const png = await code.screenshot()
  const page = await code.page().context().newPage()
  // A page of its own, whose policy lets it look at a picture.
  const { width, height, pixels } = await page.evaluate(async (base64) => {
    const image = new Image()
    image.src = `data:image/png;base64,${base64}`
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = image.naturalWidth
    canvas.height = image.naturalHeight
    const drawing = canvas.getContext('2d')
    drawing?.drawImage(image, 0, 0)
    const data = drawing?.getImageData(0, 0, canvas.width, canvas.height).data ?? []
    // Grey is enough, and smaller on its way.
    return {
      width: canvas.width,
      height: canvas.height,
      pixels: [...data].filter((_, at) => at % 4 === 0),
    }
  }, png.toString('base64'))
  await page.close()
  const data = new Uint8ClampedArray(pixels.flatMap((grey) => [grey, grey, grey, 255]))
  return decodeQR({ width, height, data })
}
