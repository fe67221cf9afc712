import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { chromiumLaunch } from '../chromium.ts'
import { root } from '../files.mjs'

/**
 * Draws the icons of the installed app from public/favicon.svg. Systems crop a maskable one to a circle of four fifths of its
 * width, and put one without a ground on any colour, so each has the light ground of the page.
 */
const icons = [
  { name: 'icon-192.png', size: 192, margin: 0.12 },
  { name: 'icon-512.png', size: 512, margin: 0.12 },
  { name: 'icon-maskable-512.png', size: 512, margin: 0.22 },
]

const drawing = readFileSync(join(root, 'public', 'favicon.svg'), 'utf8')
const browser = await chromium.launch(chromiumLaunch())
for (const { name, size, margin } of icons) {
  const page = await browser.newPage({ viewport: { width: size, height: size }, colorScheme: 'light' })
  await page.setContent(
    `<body style="margin:0;padding:${margin * size}px;background:#fcfcfa">${drawing.replace('<svg ', `<svg width="${size * (1 - 2 * margin)}" style="display:block" `)}`,
  )
  await page.screenshot({ path: join(root, 'public', name) })
  await page.close()
}
await browser.close()
