// The page begins.

function resize() {
  const box = $("stage").getBoundingClientRect(), dpr = devicePixelRatio || 1;
  if (box.width === view.w && box.height === view.h && canvas.width === Math.round(box.width * dpr)) return;
  Object.assign(view, { w: box.width, h: box.height });
  if ($("panel").hidden) view.rest = view.h;
  canvas.width = Math.round(box.width * dpr);
  canvas.height = Math.round(box.height * dpr);
  if (!game.board) return;
  if (view.fit || game.over || isSmall()) refit(); else settle();
  paint();
}

try { const kept = localStorage.getItem("kibitz-theme"); if (kept) document.documentElement.dataset.theme = kept; } catch { /* the system's theme */ }
$("menu").append(icon("menu"));
$("close").append(icon("close"));
$("close").ariaLabel = $("close").title = say("close");
$("close").addEventListener("click", () => { hidePanel(); focusCell(); });
$("menu").ariaLabel = $("menu").title = say("menu");
$("menu").addEventListener("click", showMenu);
new ResizeObserver(resize).observe($("stage"));
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { inks(); draw(); });
addEventListener("hashchange", () => { if (location.hash.slice(1) !== game.path + suffix()) openLink(location.hash.slice(1)); });
inks();
resize();
if (discord.frame) shakeHands();
if (discord.frame && !location.hash) arrive(); else openLink(location.hash.slice(1));
