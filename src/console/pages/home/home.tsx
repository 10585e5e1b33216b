import { usePage } from '../../state/page.js';
import { pathIn } from '../../state/world.js';
import { text } from '../../text/en.js';
import { pagesFor } from '../pages.js';
import './home.css';

export default function HomePage() {
  const { world, session } = usePage();
  const pages = pagesFor(session);
  return (
    <>
      <h1>{text.home.greeting(session.user.display_name)}</h1>
      {session.second_factor_missing ? (
        <p>
          {text.home.secondFactorMissing} <a href="/console/account">{text.frame.account}</a>
        </p>
      ) : (
        <p>{pages.length === 0 ? text.home.nothingAllowed : text.home.intro}</p>
      )}
      <ul class="home-pages">
        {pages.map(({ path, title, summary, icon: Icon }) => (
          <li key={path}>
            <a href={pathIn(world, path)}>
              <Icon size={28} aria-hidden="true" />
              <span class="home-title">{title}</span>
              <span class="home-summary">{summary}</span>
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
