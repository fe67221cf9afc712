import { Button } from './Button.tsx'
import styles from './Notices.module.css'
import { dismissNotice, useNotices } from './notices.ts'

/**
 * What a person should know about the page itself: between header and panes, and in a dialog, beside which nobody gets at
 * anything. Takes no room when there is nothing.
 */
export function Notices() {
  const notices = useNotices()
  return (
    <div role="alert" className={styles.notices}>
      {notices.map((notice) => (
        <p key={notice.words} className={styles.notice}>
          <span>{notice.words}</span>
          {notice.tryAgain && (
            <>
              <Button
                onClick={() => {
                  dismissNotice(notice)
                  notice.tryAgain?.()
                }}
              >
                Try again
              </Button>
              <Button look="quiet" onClick={() => location.reload()}>
                Reload the page
              </Button>
            </>
          )}
          <Button look="quiet" onClick={() => dismissNotice(notice)}>
            Dismiss
          </Button>
        </p>
      ))}
    </div>
  )
}
