import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import type { PlaygroundPage } from './playground.ts'

/** Writes files into a new folder, and returns their paths. */
export async function written(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'files-'))
  return Promise.all(
    Object.entries(files).map(async ([name, text]) => {
      const path = join(folder, name)
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, text)
      return path
    }),
  )
}

/** Chooses files for a button that opens the file chooser. */
export async function openFiles(page: Page, button: Locator, paths: readonly string[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await button.click()
  await (await chooser).setFiles([...paths])
}

/** Drops files on a part of the page, as from a file manager. */
export async function dropOn(
  { page }: PlaygroundPage,
  target: Locator,
  zone: string,
  paths: readonly string[],
): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const data = { items: [], files: [...paths], dragOperationsMask: 1 }
  const drag = async (type: 'dragEnter' | 'dragOver' | 'drop', over: Locator): Promise<void> => {
    const box = await over.boundingBox()
    if (box === null) throw new Error('nothing to drop on')
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    await session.send('Input.dispatchDragEvent', { type, x, y, data })
  }
  await drag('dragEnter', target)
  await drag('dragOver', target)
  const place = page.getByText(zone)
  await expect(place).toBeVisible()
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) await drag(type, place)
}

/** Pastes files, as if they were copied in a file manager. */
export async function pasteFiles({ page }: PlaygroundPage, files: Readonly<Record<string, string>>): Promise<void> {
  await page.evaluate((all) => {
    const clipboardData = new DataTransfer()
    for (const [name, text] of Object.entries(all)) clipboardData.items.add(new File([text], name))
    const target = document.activeElement ?? document.body
    target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, files)
}
