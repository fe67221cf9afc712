import type { Link } from '@authz-playground/engine/scenario-file'
import { useEffect, useRef, useState } from 'react'
import { addressOf, decider } from '../../session/index.ts'

/** Long enough that typing makes one link. Milliseconds. */
const PAUSE = 200

/** A link as it is given away: the page’s own address, with all of it behind the `#`. */
export async function addressNow(link: Link): Promise<string> {
  return addressOf(location.href, await decider().link(link))
}

/** The same, a pause after the link has changed; undefined until the first has come. */
export function useAddress(link: Link): string | undefined {
  const [address, setAddress] = useState<string>()
  const first = useRef(true)
  useEffect(() => {
    let current = true
    const timer = setTimeout(
      () => {
        addressNow(link).then(
          (made) => current && setAddress(made),
          // Where the worker has ended, the answer says so; here there is just no link.
          () => undefined,
        )
      },
      first.current ? 0 : PAUSE,
    )
    first.current = false
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [link])
  return address
}
