import { type AddressedDialog, addressHash, addressOf, type Choices, readAddress } from '../../session/index.ts'
import { CopyButton, notify } from '../../ui/index.ts'
import styles from './CopyVerdict.module.css'

interface CopyVerdictProps {
  /** The name of the verdict, which tells its buttons apart: `argument: Two harmless grants`. */
  readonly name: string
  /** The address that opens it again. */
  link(): string | Promise<string>
  /** It can be shown in a page of documentation, too. */
  readonly embeddable?: boolean
  /** The verdict as Markdown with that address in it; undefined where nothing is decided. */
  markdown(link: string): string | Promise<string | undefined>
}

/** Copies a verdict: the link that opens it again, and the Markdown that shows it elsewhere. */
export function CopyVerdict({ name, link, embeddable = false, markdown }: CopyVerdictProps) {
  return (
    <span className={styles.copy}>
      <CopyButton label={`link to ${name}`} shown="Copy link" text={link} />
      <CopyButton label={`${name} as Markdown`} shown="Copy as Markdown" text={async () => markdown(await link())} />
      {embeddable && (
        <CopyButton
          label={`HTML that embeds ${name}`}
          shown="Copy embed code"
          text={async () => embedCode(await link(), name)}
        />
      )}
    </span>
  )
}

/** The HTML of an element that shows a view of the comparison on another page. Without a script readers get its link. */
function embedCode(link: string, name: string): string {
  const { href } = new URL('embed/authz-playground.js', location.href)
  const [hash, words] = [new URL(link).hash, name].map((text) =>
    text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;'),
  )
  return `<script type="module" src="${href}"></script>\n\n<authz-playground link="${hash}"><a href="${link.replaceAll('&', '&amp;')}">${words}</a></authz-playground>\n`
}

/**
 * The address of a view of the comparison.
 *
 * @param ofScenario the view is about the scenario of the page, which the address then holds as the address bar does
 */
export function viewAddress(dialog: AddressedDialog, choices: Choices, ofScenario: boolean): string {
  const { scenario, kept = false } = readAddress(location.hash).address
  if (ofScenario && kept) {
    notify('The scenario is too long for a link, so this one opens it only in this tab. Save it as a file, too: Share.')
  }
  const hash = addressHash({ dialog, choices, scenario: ofScenario ? scenario : '', kept: ofScenario && kept })
  return addressOf(location.href, hash)
}
