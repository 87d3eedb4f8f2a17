"use strict";
// Everything can be read without this: it sorts and filters tables and hides series of plots.
for (const table of document.querySelectorAll("table")) {
  const body = table.tBodies[0], heads = [...table.tHead.rows[0].cells];
  const value = (row, i) => {
    const cell = row.cells[i], v = cell.dataset.v ?? cell.textContent;
    return v === "" || !Number.isFinite(Number(v)) ? (cell.classList.contains("n") ? Number.MAX_VALUE : v.toLowerCase()) : Number(v);
  };
  heads.forEach((head, i) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.onclick = () => {
      const down = head.getAttribute("aria-sort") === "ascending";
      heads.forEach(other => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      const rows = [...body.rows].map(row => [value(row, i), row]);
      rows.sort(([a], [b]) => (typeof a === typeof b ? (a < b ? -1 : a > b ? 1 : 0) : typeof a === "number" ? -1 : 1) * (down ? -1 : 1));
      body.append(...rows.map(([, row]) => row));
    };
  });
  if (body.rows.length > 8) {
    const label = document.createElement("label"), input = document.createElement("input");
    label.className = "filter";
    input.type = "search";
    label.append("Only rows with", input);
    table.parentNode.before(label);
    input.oninput = () => {
      const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
      for (const row of body.rows) {
        const text = row.textContent.toLowerCase();
        row.classList.toggle("hidden", !words.every(word => text.includes(word)));
      }
    };
  }
}
for (const key of document.querySelectorAll(".key")) {
  const toggle = () => {
    const off = key.classList.toggle("off");
    key.setAttribute("aria-pressed", String(!off));
    for (const group of key.ownerSVGElement.querySelectorAll('g[data-s="' + key.dataset.s + '"]:not(.key)')) group.classList.toggle("hidden", off);
  };
  key.classList.add("toggle");
  key.setAttribute("role", "button");
  key.setAttribute("aria-pressed", "true");
  key.setAttribute("tabindex", "0");
  key.onclick = toggle;
  key.onkeydown = event => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); toggle(); } };
}
