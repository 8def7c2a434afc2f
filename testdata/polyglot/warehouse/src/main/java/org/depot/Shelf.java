package org.depot;

import java.util.ArrayList;
import java.util.List;

/** A shelf holds parcels. */
public class Shelf implements Place {
    private final List<Parcel> parcels = new ArrayList<>();
    private int capacity;

    public Shelf(int capacity) {
        this.capacity = capacity;
    }

    public Shelf() {
        this(10);
    }

    @Override
    public boolean fits(Parcel parcel) {
        return weight() + parcel.weight() <= capacity;
    }

    public boolean fits(Parcel parcel, int slack) {
        return weight() + parcel.weight() <= capacity + slack;
    }

    int weight() {
        int sum = 0;
        for (Parcel p : parcels) {
            sum += p.weight();
        }
        return sum;
    }

    enum Side { LEFT, RIGHT }

    static class Label {
        String text;

        String text() {
            return text;
        }
    }
}
