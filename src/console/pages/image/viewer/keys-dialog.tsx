import { Dialog } from '../../../components/dialog.js';
import { text } from '../../../text/en.js';
import { KEYS } from './commands.js';

/** All keys of the viewer. */
export function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  const { keys } = text.image;
  return (
    <Dialog title={keys.title} onClose={onClose}>
      <p>{keys.intro}</p>
      <dl class="film-keys">
        {Object.entries(KEYS).map(([key, command]) => (
          <div key={key}>
            <dt>
              <kbd>{key.length === 1 ? key.toUpperCase() : key.replace('Arrow', '')}</kbd>
            </dt>
            <dd>{keys[command]}</dd>
          </div>
        ))}
      </dl>
      <p>{keys.mouse}</p>
    </Dialog>
  );
}
