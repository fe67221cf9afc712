import type { Locator } from '@playwright/test'
import type { PlaygroundPage } from './playground.ts'
import { expect } from './test.ts'

/** Opens the dialog in which designs are compared, at one of its views. */
export async function openComparison({ page }: PlaygroundPage, view: string): Promise<Locator> {
  const dialog = page.getByRole('dialog', { name: 'Compare', exact: true })
  // On a phone the tools are behind a menu.
  const menu = page.getByRole('button', { name: 'Menu', expanded: false })
  if (await menu.isVisible()) await menu.click()
  await page.getByRole('button', { name: 'Compare designs' }).click()
  await dialog.getByRole('tab', { name: view, exact: true }).click()
  await expect(dialog.getByRole('tabpanel', { name: view })).toBeVisible()
  return dialog
}
