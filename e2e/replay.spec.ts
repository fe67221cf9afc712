import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { Locator } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { expectNoSidewaysScrolling } from './support/looks.ts'
import type { PlaygroundPage } from './support/playground.ts'
import { expect, test } from './support/test.ts'

const script = ({ page }: PlaygroundPage): Locator => page.getByRole('region', { name: 'Script', exact: true })

test('the answer is taken along as a script for a cluster, to copy and to save', async ({ playground }) => {
  const { page } = playground
  await playground.openDrawer('On your cluster')
  await expect(page.getByRole('list', { name: 'It creates' })).toContainText('ClusterRole impersonate-jane-identity')
  await expect(page.getByText('is sent with a token of the requestor')).toBeVisible()
  await expect(script(playground)).toContainText('#!/usr/bin/env bash')

  const copied = await playground.copiedBy(() => page.getByRole('button', { name: 'Copy script' }).click())
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save script' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/\.sh$/)
  const saved = readFileSync(await download.path(), 'utf8')
  expect(saved).toBe(copied)
  expect(spawnSync('bash', ['-n'], { input: saved }).status).toBe(0)
  expect(saved.match(/^review /gm)?.length).toBeGreaterThan(0)
})

test('the script follows the scenario, and says what no API server does', async ({ playground }) => {
  const { page } = playground
  await playground.openDrawer('On your cluster')
  await expect(script(playground)).toContainText('impersonate')
  await playground.openExample('alternative-proposal')
  await expect(page.getByRole('list', { name: 'Not the same there' })).toContainText('No API server decides as')
})

test('the drawer is in order in a wide window and on a phone', async ({ playground }) => {
  const { page } = playground
  await playground.openDrawer('On your cluster')
  await expect(script(playground)).toBeVisible()
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(script(playground)).toBeVisible()
    await expectNoSidewaysScrolling(page)
    await expectAccessible(page, '[data-pane=folded]')
  }
})
