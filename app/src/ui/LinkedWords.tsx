import type { RichText } from '@authz-playground/engine'
import { Fragment, useMemo } from 'react'
import { LinkButton } from './Button.tsx'
import { withLineLinks } from './line-links.ts'
import { Words } from './Noun.tsx'

/** A sentence whose lines are links, where their targets are known. */
export function LinkedWords<Target>({
  of,
  targets,
  onGo,
  tabIndex,
}: {
  readonly of: RichText
  /** By the line in words. */
  readonly targets: ReadonlyMap<string, Target>
  onGo(target: Target): void
  readonly tabIndex?: number
}) {
  const pieces = useMemo(() => withLineLinks(of, targets), [of, targets])
  return pieces.map((piece, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces are replaced as a whole and hold no state
    <Fragment key={at}>
      {typeof piece === 'object' && 'target' in piece ? (
        <LinkButton tabIndex={tabIndex} onClick={() => onGo(piece.target)}>
          {piece.text}
        </LinkButton>
      ) : (
        <Words of={[piece]} />
      )}
    </Fragment>
  ))
}
