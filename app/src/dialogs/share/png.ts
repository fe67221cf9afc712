/** Px of the image for each of the picture: sharp on the screens that most people have, and when it is printed. */
const SCALE = 2

/** The most px across or down that browsers have canvases for. */
const MOST = 8000

/** Draws an SVG as a PNG. Rejects where the browser cannot draw it. */
export async function pngOf(svg: string): Promise<Blob> {
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
  try {
    const image = new Image()
    image.src = address
    await image.decode()
    const { naturalWidth: width, naturalHeight: height } = image
    const scale = Math.min(SCALE, MOST / Math.max(width, height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(width * scale)
    canvas.height = Math.round(height * scale)
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
    return await new Promise((resolve, reject) => {
      canvas.toBlob(
        (blob) => (blob === null ? reject(new Error('the browser made no PNG')) : resolve(blob)),
        'image/png',
      )
    })
  } finally {
    URL.revokeObjectURL(address)
  }
}
