import { OWN_DESIGN } from '@authz-playground/engine'
import { goTo } from './navigate.ts'
import { playground, workerApi } from './playground.ts'

/**
 * Shows the text of a design of one’s own, which decides from then on. Where there is none, it begins as the present design.
 *
 * @param begun begins with this text instead
 */
export async function writeDesign(begun?: string): Promise<void> {
  const { scenario } = playground.getState()
  const text = begun ?? (scenario.designText || (await workerApi().beginningOfDesign(scenario.design)))
  playground
    .getState()
    .edit({ subject: 'design begun', change: { design: OWN_DESIGN, designText: text }, replaces: begun !== undefined })
  goTo({ kind: 'text', source: 'designText', offset: 0 })
}
