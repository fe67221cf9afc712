import { readFile } from 'node:fs/promises'
import { FIRST } from '@authz-playground/examples/first'
import type { Download, Locator, Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInBothThemes } from './support/axe.ts'
import { expectNoSidewaysScrolling } from './support/looks.ts'
import type { PlaygroundPage } from './support/playground.ts'
import { expect, test } from './support/test.ts'

const shareIn = (page: Page): Locator => page.getByRole('dialog', { name: 'Share', exact: true })

async function openPictures({ page }: PlaygroundPage): Promise<Locator> {
  // On a phone the tools are behind a menu.
  const menu = page.getByRole('button', { name: 'Menu', expanded: false })
  if (await menu.isVisible()) await menu.click()
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const pictures = shareIn(page).getByRole('region', { name: 'Picture' })
  await expect(pictures).toBeVisible()
  return pictures
}

async function saved(page: Page, pictures: Locator, form: string): Promise<{ file: Download; bytes: Buffer }> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    pictures.getByRole('button', { name: `Save ${form}`, exact: true }).click(),
  ])
  return { file, bytes: await readFile(await file.path()) }
}

/** The error of a browser’s XML parser. */
const faults = (page: Page, xml: string): Promise<string | undefined> =>
  page.evaluate(
    (text) =>
      new DOMParser().parseFromString(text, 'image/svg+xml').querySelector('parsererror')?.textContent ?? undefined,
    xml,
  )

/** A page that has only a picture, and nothing of the site. */
async function pageWith(page: Page, svg: string): Promise<Page> {
  const alone = await page.context().newPage()
  await alone.setViewportSize({ width: 1000, height: 1300 })
  await alone.setContent(`<!doctype html><title>Picture</title><style>body { margin: 0 }</style>${svg}`)
  return alone
}

test('the answer is saved as a picture in every form', async ({ playground, page }) => {
  const pictures = await openPictures(playground)
  // Each form is saved once: Chromium lets a frame begin ten downloads within a second, and drops any after that without a word.
  const files = new Map<string, Buffer>()
  await test.step('each form is saved, and made of the same bytes again', async () => {
    for (const [form, ending] of [
      ['SVG', '.svg'],
      ['Animated SVG', '.animated.svg'],
      ['PNG', '.png'],
      ['Mermaid', '.mmd'],
      ['Markdown', '.md'],
    ] as const) {
      const { file, bytes } = await saved(page, pictures, form)
      files.set(form, bytes)
      expect(file.suggestedFilename()).toContain(ending)
      expect(bytes.length, form).toBeGreaterThan(200)
      if (form === 'PNG') expect((await saved(page, pictures, form)).bytes.equals(bytes), form).toBe(true)
      else
        expect(
          await playground.copiedBy(() => pictures.getByRole('button', { name: `Copy ${form}`, exact: true }).click()),
          form,
        ).toBe(bytes.toString())
      if (form.endsWith('SVG')) expect(await faults(page, bytes.toString()), form).toBeUndefined()
    }
  })
  const svg = String(files.get('SVG'))
  const light = files.get('PNG') as Buffer
  await test.step('the SVG has both themes, and a description in words', async () => {
    const answer = (await playground.sentence.textContent()) ?? ''
    const alone = await pageWith(page, svg)
    const ground = (): Promise<string> =>
      alone.evaluate(() => getComputedStyle(document.querySelector('svg > rect') as Element).fill)
    await alone.emulateMedia({ colorScheme: 'light' })
    expect(await ground()).toBe('rgb(252, 252, 250)')
    await alone.emulateMedia({ colorScheme: 'dark' })
    expect(await ground()).toBe('rgb(22, 24, 27)')
    const image = alone.getByRole('img')
    await expect(image).toHaveAccessibleName(/Steps:\s+1\. Receive request/)
    expect((await image.locator('desc').textContent())?.replaceAll(/\s+/g, ' ')).toContain(
      answer.trim().replaceAll(/\s+/g, ' '),
    )
  })
  await test.step('the animated SVG ends as the still one, and does not move for people who ask for less motion', async () => {
    const still = await pageWith(page, svg)
    const moving = await pageWith(page, String(files.get('Animated SVG')))
    const playing = (): Promise<number> => moving.evaluate(() => document.getAnimations().length)
    await moving.emulateMedia({ reducedMotion: 'no-preference' })
    expect(await playing()).toBeGreaterThan(10)
    await moving.evaluate(() => {
      for (const animation of document.getAnimations()) animation.finish()
    })
    const seen = (on: Page): Promise<string> =>
      on.evaluate(() =>
        [...document.querySelectorAll('text, path, rect, polygon, circle')]
          .filter((element) => getComputedStyle(element).visibility === 'visible')
          .map((element) => {
            const { fill, stroke, strokeWidth, fontWeight, opacity } = getComputedStyle(element)
            const { x, y, width, height } = element.getBoundingClientRect()
            const place = [x, y, width, height].map((side) => side.toFixed(1))
            return [
              element.localName,
              element.textContent,
              fill,
              stroke,
              strokeWidth,
              fontWeight,
              opacity,
              ...place,
            ].join(' ')
          })
          .join('\n'),
      )
    expect(await seen(moving)).toBe(await seen(still))
    await moving.emulateMedia({ reducedMotion: 'reduce' })
    expect(await playing()).toBe(0)
    expect(await seen(moving)).toBe(await seen(still))
  })
  await test.step('the PNG is twice as large as the picture, in the theme that is chosen', async () => {
    await pictures.getByRole('combobox', { name: 'Theme' }).selectOption('Dark')
    const dark = (await saved(page, pictures, 'PNG')).bytes
    const [, width = '', height = ''] = /<svg [^>]*width="(\d+)" height="(\d+)"/.exec(svg) ?? []
    for (const [png, corner] of [
      [light, 'fcfcfa'],
      [dark, '16181b'],
    ] as const) {
      expect(png.subarray(1, 4).toString()).toBe('PNG')
      expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([2 * Number(width), 2 * Number(height)])
      const colour = await page.evaluate(
        async (bytes) => {
          const image = await createImageBitmap(new Blob([Uint8Array.from(bytes)]))
          const canvas = document.createElement('canvas').getContext('2d')
          canvas?.drawImage(image, 0, 0)
          return [...(canvas?.getImageData(2, 2, 1, 1).data ?? [])].slice(0, 3)
        },
        [...png],
      )
      expect(colour.map((part) => part.toString(16).padStart(2, '0')).join('')).toBe(corner)
    }
  })
})

test('texts and images of the picture are copied, with a title that is typed', async ({ playground, page }) => {
  const pictures = await openPictures(playground)
  await test.step('an image is copied from the click on, because WebKit lets nothing copy later', async () => {
    const begun = await pictures.getByRole('button', { name: 'Copy PNG' }).evaluate((button: HTMLElement) => {
      let begun = false
      navigator.clipboard.write = () => {
        begun = true
        Reflect.deleteProperty(navigator.clipboard, 'write')
        return Promise.resolve()
      }
      button.click()
      return begun
    })
    expect(begun).toBe(true)
    await expect(pictures.getByRole('alert')).toBeEmpty()
    await playground.hears('Copied')
  })
  for (const [form, begins] of [
    ['SVG', '<svg '],
    ['Mermaid', '---\nconfig:'],
    ['Markdown', '**'],
  ] as const)
    expect(
      await playground.copiedBy(() => pictures.getByRole('button', { name: `Copy ${form}`, exact: true }).click()),
    ).toContain(begins)
  await pictures.getByRole('button', { name: 'Copy PNG' }).click()
  await expect
    .poll(() => page.evaluate(async () => (await navigator.clipboard.read()).flatMap(({ types }) => types)))
    .toContain('image/png')
  await test.step('a title is in the picture as it is typed, and cannot become markup', async () => {
    await shareIn(page).getByRole('textbox', { name: 'Title' }).fill('<script>alert(1)</script> & \u202Eyes')
    const svg = (await saved(page, pictures, 'SVG')).bytes.toString()
    expect(await faults(page, svg)).toBeUndefined()
    expect(svg).not.toContain('<script')
    const alone = await pageWith(page, svg)
    await expect(alone.locator('svg > text').first()).toHaveText('<script>alert(1)</script> & \\u202eyes')
  })
})

test('a scenario that is not decided has no picture, and the dialog says why; the part fits a phone', async ({
  playground,
  page,
}) => {
  await playground.goToScenario({ policy: 'kind: Role\n  broken' })
  await expect(playground.sentence).toHaveText(/Not decided/)
  const pictures = await openPictures(playground)
  await expect(pictures).toContainText('A picture needs a decided request.')
  await expect(pictures.getByRole('button', { name: /^Save/ })).toHaveCount(0)
  await expectAccessible(page, 'dialog')
  await page.keyboard.press('Escape')

  await page.setViewportSize({ width: 360, height: 740 })
  await playground.goToExample(FIRST.id)
  await expect(playground.sentence).toHaveText(/^ ?200: /)
  await openPictures(playground)
  await expect(pictures.getByRole('img', { name: /^Preview: / })).toBeVisible()
  await expectAccessibleInBothThemes(page, 'dialog')
  await expectNoSidewaysScrolling(page)
})
